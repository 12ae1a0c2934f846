// A form whose fields live in shadow roots, one inside the other, with slotted text.
const styled = `<link rel="stylesheet" href="/static/site.css">`;

class PriceField extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: "open" });
    root.innerHTML = `${styled}
      <div class="field">
        <label for="input"><slot></slot></label>
        <input id="input" name="price" type="text" placeholder="Enter price" autocomplete="off">
        <span class="error" id="error" hidden></span>
      </div>`;
  }
  get value() { return this.shadowRoot.getElementById("input").value; }
  set error(text) {
    const input = this.shadowRoot.getElementById("input");
    const error = this.shadowRoot.getElementById("error");
    error.textContent = text;
    error.hidden = !text;
    input.toggleAttribute("aria-invalid", false);
    if (text) input.setAttribute("aria-invalid", "true");
    if (text) input.setAttribute("aria-describedby", "error");
    else input.removeAttribute("aria-describedby");
  }
}

class PriceForm extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: "open" });
    root.innerHTML = `${styled}
      <div class="card">
        <slot name="heading"></slot>
        <slot name="about"></slot>
        <form novalidate>
          <price-field>Price</price-field>
          <label class="choice" style="margin-bottom: 20px"><input type="checkbox" name="haggle"> Open to offers</label>
          <button type="submit">Submit</button>
        </form>
        <p class="log" role="status"></p>
      </div>`;
    root.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send(root);
    });
  }
  async send(root) {
    const field = root.querySelector("price-field");
    const sent = { price: field.value };
    if (root.querySelector("[name=haggle]").checked) sent.haggle = "yes";
    const reply = await fetch("/shadow", { method: "POST", body: new URLSearchParams(sent) });
    const text = await reply.text();
    field.error = reply.ok ? "" : text;
    root.querySelector("[role=status]").textContent = reply.ok ? `Success! ${text}` : "";
  }
}

customElements.define("price-field", PriceField);
customElements.define("price-form", PriceForm);
