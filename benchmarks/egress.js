/**
 * Tries to send something to each of the URLs by one channel, from the page in which it runs. Returns how many URLs it
 * tried. `batch` is a number that no other call has.
 */
async (channel, urls, batch) => {
  const each = (attempt) => {
    let tried = 0;
    for (const url of urls) {
      try {
        attempt(url, tried);
      } catch {
        // A URL that is refused at once counts as tried.
      }
      tried += 1;
    }
    return tried;
  };
  const added = (tag, properties, parent = document.body) =>
    parent.appendChild(Object.assign(document.createElement(tag), properties));
  const frame = () => added('iframe', { name: `frame${Math.random()}` });
  const secret = 'canary=4111111111111111';
  const channels = {
    redirect: (url) => added('iframe', { src: `/redirect?${url}` }),
    iframe: (url) => added('iframe', { src: url }),
    popup: (url) => open(url, '_blank', 'noopener'),
    websocket: (url) => new WebSocket(url.replace(/^http/, 'ws')),
    webrtc: (url) => {
      const host = new URL(url).hostname;
      const servers = ['stun:', 'turn:'].map((kind) => ({
        urls: kind === 'stun:' ? `stun:${host}:3478` : [`turn:${host}:3478`, `turn:${host}:3478?transport=tcp`],
        username: 'canary',
        credential: 'canary',
      }));
      const connection = new RTCPeerConnection({ iceServers: servers });
      connection.createDataChannel('x');
      connection.createOffer().then((offer) => connection.setLocalDescription(offer));
      (globalThis.kept ??= []).push(connection);
    },
    'dns prefetch': (url) => {
      added('link', { rel: 'dns-prefetch', href: url }, document.head);
      added('link', { rel: 'preconnect', href: url }, document.head);
    },
    form: (url) => {
      const form = added('form', { method: 'post', action: url, target: frame().name });
      added('input', { name: 'secret', value: secret }, form);
      form.submit();
    },
    beacon: (url) => navigator.sendBeacon(url, secret),
    download: (url) => {
      const place = frame().contentDocument;
      added.call(null, 'a', { href: url, download: 'x' }, place.body).click();
    },
    preload: (url) => {
      added('link', { rel: 'preload', as: 'image', href: url }, document.head);
      added('link', { rel: 'modulepreload', href: url }, document.head);
    },
  };
  if (channel === 'worker') {
    new Worker(`/worker.js?${batch}`).postMessage(urls);
    return urls.length;
  }
  if (channel === 'service worker') {
    const registration = await navigator.serviceWorker.register(`/worker.js?${batch}`, { scope: `/scope${batch}/` });
    (registration.installing ?? registration.waiting ?? registration.active).postMessage(urls);
    return urls.length;
  }
  return each(channels[channel]);
};
