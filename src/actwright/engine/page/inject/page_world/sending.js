// Runs in the own world of pages and workers, before an action that may send nothing, and stays until its document or
// worker is gone. It stops what bypasses the requests that the browser lets us stop: messages over sockets, what is sent
// while the page is left, and the requests of shared workers and of tabs that are still blank. It is made for honest
// pages; a hostile one needs no action of ours to send what it likes.
//
// Returns what was blocked since the last call. It may run again and again: whoever knows the token gets the state of the
// first time from the patched `send`, and nobody else does.
(function blockSending(
  /** @type {string} */ token,
  /** @type {boolean} whether to block from now on */ on,
  /** Whether it runs in each new document, and is meant for those that other documents write. */ written = false,
) {
  /** @typedef {{ on: boolean, held: string[] }} State */
  const asks = /^(get|head|options)$/i;
  const addressed = /^(https?|file):/;
  // Without signs of life, servers end the connection. As `SIGN_OF_LIFE` in `activity/socket_messages.py`.
  const signs = new RegExp(
    '^(\\s*|[235](probe)?|(?=[^]{0,200}$)(?=[^]*\\b(ping|pong|heartbeat|keep.?alive|hb)\\b)' +
    '(\\W|\\b(ping|pong|heartbeat|keep.?alive|hb|type|event|op|action|cmd|command|method|kind|id|ref|seq|ts|t|time|timestamp' +
    '|topic|channel|phoenix|payload|data|params|jsonrpc|null|true|false|\\d+[tz]?\\d*|[\\da-f]*\\d[\\da-f]*|[\\da-f]{4,})\\b)*)$', 'i',
  );

  /**
   * @param {any} scope
   * @returns {State | null} null if nothing is blocked there
   */
  function stateOf(scope) {
    try {
      return scope.WebSocket.prototype.send.call(token) ?? null;
    } catch (error) {
      if (/** @type {any} */ (error).name === 'SecurityError') throw error;
      return null;
    }
  }

  /**
   * Whose state a document has that has no address of its own: that of the document which wrote it.
   * @returns {State | null}
   */
  function writersState() {
    const writer = window.parent === window ? window.opener : window.parent;
    try {
      return writer ? stateOf(writer) : { on, held: [] };
    } catch { // it is of another origin
      return { on, held: [] };
    }
  }

  /**
   * @param {any} scope a window, or the global object of a worker
   * @param {State} state
   */
  function install(scope, state) {
    const inTab = scope.parent === scope && !addressed.test(scope.location.href);
    const unrouted = inTab || 'SharedWorkerGlobalScope' in scope;
    /** @param {string} text */
    const hold = (text) => {
      if (state.held.length < 20) state.held.push(text);
    };
    /** @param {string | URL} url */
    const whole = (url) => new URL(url, scope.document?.baseURI ?? scope.location.href).href;

    for (const type of [scope.WebSocket, scope.RTCDataChannel]) {
      if (!type) continue;
      const { send } = type.prototype;
      /** @param {any} data */
      type.prototype.send = function (data) {
        if (`${this}` === token) return state;
        const sign = typeof data === 'string' && signs.test(data);
        if (!state.on || sign) return send.call(this, data);
        hold(`a message to ${this.url ?? 'a peer'}`);
        return undefined;
      };
    }
    /**
     * @param {string} name
     * @param {(url: string, rest: any[]) => string} open returns the URL to use instead
     */
    const constructing = (name, open) => {
      if (!scope[name]) return;
      scope[name] = new Proxy(scope[name], {
        construct(target, [url, ...rest], made) {
          return Reflect.construct(target, [state.on ? open(whole(url), rest) : url, ...rest], made);
        },
      });
    };
    for (const name of ['WebSocketStream', 'WebTransport']) {
      constructing(name, (url) => {
        hold(`a message to ${url}`);
        throw new scope.DOMException('Failed to connect', 'NetworkError');
      });
    }
    // The script of a worker is made to begin with this one: here if the page has written it, or if it is another
    // worker's; else where it is requested.
    for (const name of ['Worker', 'SharedWorker']) {
      constructing(name, (url, [options]) => {
        const inWindow = 'document' in scope;
        if (addressed.test(url) && inWindow) return url;
        const load = options?.type === 'module' ? `import ${JSON.stringify(url)};` : `importScripts(${JSON.stringify(url)});`;
        let text = load;
        if (!addressed.test(url)) {
          try { // a page may revoke the URL at once
            const request = new scope.XMLHttpRequest();
            request.open('GET', url, false);
            request.send();
            text = request.responseText;
          } catch {
            text = load;
          }
        }
        const own = `(${blockSending})(${JSON.stringify(token)}, true);\n`;
        return scope.URL.createObjectURL(new scope.Blob([own, text], { type: 'text/javascript' }));
      });
    }

    if (scope.Navigator) {
      const { sendBeacon } = scope.Navigator.prototype;
      /**
       * @param {string | URL} url
       * @param {BodyInit | null} [data]
       */
      scope.Navigator.prototype.sendBeacon = function (url, data) {
        if (!state.on) return sendBeacon.call(this, url, data);
        hold(`POST ${whole(url)}`);
        return true;
      };
    }

    for (const name of ['fetch', 'fetchLater']) {
      const ask = scope[name];
      if (!ask) continue;
      /**
       * @param {any} input
       * @param {any} [init]
       */
      scope[name] = (input, init) => {
        const request = typeof input?.url === 'string' ? input : null;
        const { method = 'GET', keepalive = name === 'fetchLater' } = {
          ...(request && { method: request.method, keepalive: request.keepalive }), ...init,
        };
        if (!state.on || !(keepalive || unrouted) || asks.test(method)) return ask.call(scope, input, init);
        hold(`${method.toUpperCase()} ${whole(request ? request.url : input)}`);
        if (name === 'fetch') return Promise.reject(new scope.TypeError('Failed to fetch'));
        return { activated: false };
      };
    }
    if (unrouted && scope.XMLHttpRequest) blockOldRequests(scope, state, hold, whole);
    if (scope.open && scope.document) {
      const { open } = scope;
      /** @param {any[]} given */
      scope.open = (...given) => {
        const opened = open.apply(scope, given);
        try {
          if (state.on && opened && !stateOf(opened)) install(opened, state);
        } catch { // it is of another origin
        }
        return opened;
      };
    }
  }

  /**
   * @param {any} scope
   * @param {State} state
   * @param {(text: string) => void} hold
   * @param {(url: string | URL) => string} whole
   */
  function blockOldRequests(scope, state, hold, whole) {
    const { open, send } = scope.XMLHttpRequest.prototype;
    /** @type {WeakMap<object, string>} */
    const changing = new WeakMap();
    /**
     * @param {string} method
     * @param {string | URL} url
     * @param {any[]} rest
     */
    scope.XMLHttpRequest.prototype.open = function (method, url, ...rest) {
      if (asks.test(method)) changing.delete(this);
      else changing.set(this, `${method.toUpperCase()} ${whole(url)}`);
      return open.call(this, method, url, ...(rest.length ? rest : [true]));
    };
    /** @param {any} body */
    scope.XMLHttpRequest.prototype.send = function (body) {
      const request = changing.get(this);
      if (!state.on || !request) return send.call(this, body);
      hold(request);
      this.abort();
      scope.queueMicrotask(() => this.dispatchEvent(new scope.ProgressEvent('error')));
      return undefined;
    };
  }

  const scope = /** @type {any} */ (globalThis);
  if (written && addressed.test(scope.location.href)) return [];
  let state = stateOf(scope);
  if (!state) {
    state = written ? writersState() : { on, held: [] };
    if (!state?.on) return [];
    install(scope, state);
  }
  if (!written) state.on = on;
  return written ? [] : state.held.splice(0);
})
