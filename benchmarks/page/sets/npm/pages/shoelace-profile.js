import "@shoelace-style/shoelace/dist/themes/light.css";
import "@shoelace-style/shoelace";
import { drawn } from "./again.js";
import { countries } from "./data.js";

const options = countries.slice(0, 12).map((name) => `<sl-option value="${name.toLowerCase()}">${name}</sl-option>`).join("");

drawn((root) => {
  root.innerHTML = `<main style="font: 16px sans-serif; padding: 24px; max-width: 900px; display: grid; gap: 16px">
    <sl-breadcrumb><sl-breadcrumb-item href="#home">Home</sl-breadcrumb-item><sl-breadcrumb-item>Profile</sl-breadcrumb-item></sl-breadcrumb>
    <sl-alert open closable variant="warning">Your trial ends in three days.</sl-alert>
    <sl-tab-group>
      <sl-tab slot="nav" panel="person">Person</sl-tab>
      <sl-tab slot="nav" panel="access">Access</sl-tab>
      <sl-tab slot="nav" panel="bills" disabled>Bills</sl-tab>
      <sl-tab-panel name="person"><form style="display: grid; gap: 16px">
        <div style="display: grid; grid-template-columns: 1fr 1fr; gap: 16px">
          <sl-input name="name" label="Name" value="Margaret Hamilton" clearable></sl-input>
          <sl-input name="password" label="Password" type="password" value="apollo" password-toggle></sl-input>
          <sl-input name="born" label="Born on" type="date" value="1936-08-17"></sl-input>
          <sl-input name="seats" label="Seats" type="number" value="4" help-text="At most 12"></sl-input>
          <sl-select id="country" name="country" label="Country" value="chile">${options}</sl-select>
          <sl-select name="tongues" label="Languages" multiple clearable value="french german">
            <sl-option value="french">French</sl-option><sl-option value="german">German</sl-option><sl-option value="greek">Greek</sl-option>
          </sl-select>
        </div>
        <sl-textarea name="about" label="About you" rows="2"></sl-textarea>
        <sl-radio-group name="size" label="Size" value="m">
          <sl-radio-button value="s">S</sl-radio-button><sl-radio-button value="m">M</sl-radio-button><sl-radio-button value="l">L</sl-radio-button>
        </sl-radio-group>
        <sl-radio-group name="mail" label="Newsletter" value="week">
          <sl-radio value="day">Daily</sl-radio><sl-radio value="week">Weekly</sl-radio><sl-radio value="never" disabled>Never</sl-radio>
        </sl-radio-group>
        <div style="display: flex; gap: 24px; align-items: center">
          <sl-checkbox name="terms" checked>I accept the <a href="#terms">terms</a></sl-checkbox>
          <sl-switch name="dark">Dark theme</sl-switch>
          <sl-rating value="3" label="Rating"></sl-rating>
          <sl-color-picker value="#4a90e2" label="Colour"></sl-color-picker>
        </div>
        <sl-range name="volume" label="Volume" min="0" max="100" value="40"></sl-range>
        <div style="display: flex; gap: 12px">
          <sl-button variant="primary" type="submit">Save</sl-button>
          <sl-dropdown id="more"><sl-button slot="trigger" caret>More</sl-button>
            <sl-menu><sl-menu-item>Copy</sl-menu-item><sl-menu-item type="checkbox" checked>Public</sl-menu-item>
              <sl-menu-item>Move to<sl-menu slot="submenu"><sl-menu-item>Archive</sl-menu-item></sl-menu></sl-menu-item></sl-menu>
          </sl-dropdown>
          <sl-tooltip content="Cannot be undone"><sl-button id="delete" variant="danger" outline>Delete</sl-button></sl-tooltip>
          <sl-copy-button value="abc"></sl-copy-button>
        </div></form>
      </sl-tab-panel>
      <sl-tab-panel name="access"><sl-details summary="Keys">No key yet.</sl-details></sl-tab-panel>
    </sl-tab-group>
    <sl-tree selection="multiple"><sl-tree-item expanded>Projects<sl-tree-item selected>Apollo</sl-tree-item><sl-tree-item>Skylab</sl-tree-item></sl-tree-item></sl-tree>
    <sl-dialog id="sure" label="Delete the profile?">This removes everything.
      <sl-input label="Write DELETE"></sl-input>
      <sl-button slot="footer" variant="danger">Delete</sl-button><sl-button slot="footer">Keep</sl-button>
    </sl-dialog>
    <sl-drawer id="log" label="Latest changes"><p>Renamed on 3 March. <a href="#undo">Undo</a></p><sl-button slot="footer">Close</sl-button></sl-drawer>
  </main>`;
  root.querySelector("#delete").addEventListener("click", () => root.querySelector("#sure").show());
});
