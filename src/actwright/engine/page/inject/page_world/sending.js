// Runs in the page's own world, before an action that may send nothing, and stays until its document is gone. It stops
// what bypasses the requests that the browser lets us stop: messages over sockets, and what is sent while the page is
// left. It is made for honest pages; a hostile one needs no action of ours to send what it likes.
() => {
  /** @type {{ on: boolean, held: string[] }} */
  const state = { on: true, held: [] };
  const asks = /^(get|head|options)$/i;
  // Without signs of life, servers end the connection. Engine.io writes 2, 3 and 5 for ping, pong and upgrade.
  const signs = /^(\s*|[235](probe)?|\W*(ping|pong|heartbeat|keep.?alive|hb)\W*)$|^.{0,100}["'](ping|pong|heartbeat|keep.?alive)["'].{0,100}$/i;
  /** @param {string} text */
  const hold = (text) => {
    if (state.held.length < 20) state.held.push(text);
  };
  /** @param {string | URL} url */
  const whole = (url) => new URL(url, document.baseURI).href;

  const { send } = WebSocket.prototype;
  /** @param {Parameters<typeof send>[0]} data */
  WebSocket.prototype.send = function (data) {
    if (state.on && !(typeof data === 'string' && signs.test(data))) hold(`a message to ${this.url}`);
    else send.call(this, data);
  };

  const { sendBeacon } = Navigator.prototype;
  /**
   * @param {string | URL} url
   * @param {BodyInit | null} [data]
   */
  Navigator.prototype.sendBeacon = function (url, data) {
    if (!state.on) return sendBeacon.call(this, url, data);
    hold(`POST ${whole(url)}`);
    return true;
  };

  for (const name of ['fetch', 'fetchLater']) {
    const own = /** @type {any} */ (window);
    const ask = own[name];
    if (!ask) continue;
    /**
     * @param {RequestInfo | URL} input
     * @param {RequestInit} [init]
     */
    const asked = (input, init) => {
      const { method = 'GET', keepalive = name === 'fetchLater' } = { ...parts(input), ...init };
      if (!state.on || !keepalive || asks.test(method)) return ask.call(window, input, init);
      hold(`${method.toUpperCase()} ${whole(input instanceof Request ? input.url : input)}`);
      if (name === 'fetch') return Promise.reject(new TypeError('Failed to fetch'));
      return { activated: false };
    };
    own[name] = asked;
  }

  /**
   * @param {RequestInfo | URL} input
   * @returns {{ method?: string, keepalive?: boolean }}
   */
  function parts(input) {
    return input instanceof Request ? { method: input.method, keepalive: input.keepalive } : {};
  }

  return state;
}
