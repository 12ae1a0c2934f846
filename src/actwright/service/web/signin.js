import { by, post } from './common.js';

/** The token stands behind the `#` of the address that the terminal shows, which no server gets; it is swapped for a cookie. */
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
addEventListener('hashchange', signIn); // the address was opened where the page was already
