import { AllCommunityModule, createGrid, ModuleRegistry } from "ag-grid-community";
import Handsontable from "handsontable";
import { registerAllModules } from "handsontable/registry";
import "handsontable/styles/handsontable.css";
import "handsontable/styles/ht-theme-main.css";
import { TabulatorFull } from "tabulator-tables";
import "tabulator-tables/dist/css/tabulator.css";
import { show } from "./host.js";

ModuleRegistry.registerModules([AllCommunityModule]);
registerAllModules();
const rows = () => [{ name: "Ada", town: "London" }, { name: "Bob", town: "Paris" }];
const drawn = (start, read) => (root) => {
  root.innerHTML = '<p>Guests</p><div id="field" style="width: 500px; height: 200px"></div>';
  const it = start(root.querySelector("#field"));
  return () => read(it);
};

show({
  tabulator: drawn(
    (it) => new TabulatorFull(it, { data: rows(), layout: "fitColumns", columns: [{ title: "Name", field: "name" }, { title: "Town", field: "town", editor: "input" }] }),
    (it) => it.getData()[1].town,
  ),
  "ag-grid": drawn(
    (it) => createGrid(it, { rowData: rows(), columnDefs: [{ field: "name" }, { field: "town", editable: true }] }),
    (it) => it.getDisplayedRowAtIndex(1).data.town,
  ),
  handsontable: drawn(
    (it) => new Handsontable(it, { data: rows(), columns: [{ data: "name" }, { data: "town" }], colHeaders: ["Name", "Town"], licenseKey: "non-commercial-and-evaluation" }),
    (it) => it.getDataAtCell(1, 1),
  ),
});
