import { by, post } from './common.js';

/** Exchanges the token for a cookie. It stands after the `#` of the address, which no server receives. */
async function signIn() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  history.replaceState(null, '', location.pathname);
  if (!token) return;
  try {
    await post('/session', { token });
    location.reload();
  } catch (error) {
    by('problem').textContent = /** @type {Error} */ (error).message;
  }
}

signIn();
addEventListener('hashchange', signIn); // for when the address is opened in a tab that already shows this page
