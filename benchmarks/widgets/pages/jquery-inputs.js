import "./jquery.js";
import "jquery-mask-plugin";
import "daterangepicker";
import "daterangepicker/daterangepicker.css";
import "bootstrap-datepicker";
import "bootstrap-datepicker/dist/css/bootstrap-datepicker3.css";
import $ from "jquery";
import { day, field, input, show } from "./host.js";

const drawn = (html, start, read) => (root) => {
  root.innerHTML = html;
  start($(field()));
  return () => read($(field()));
};
const range = (it) => it.data("daterangepicker");

show({
  "mask date": drawn(input("Birthday", 'placeholder="dd/mm/yyyy"'), (it) => it.mask("00/00/0000"), (it) => it.cleanVal()),
  "mask phone": drawn(input("Phone", 'placeholder="(000) 000-0000"'), (it) => it.mask("(000) 000-0000"), (it) => it.cleanVal()),
  daterangepicker: drawn(
    input("Stay"),
    (it) => it.daterangepicker({ startDate: "03/01/2026", endDate: "03/05/2026" }),
    (it) => [range(it).startDate.format("YYYY-MM-DD"), range(it).endDate.format("YYYY-MM-DD")],
  ),
  "daterangepicker single": drawn(
    input("Arrival"),
    (it) => it.daterangepicker({ singleDatePicker: true, startDate: "03/01/2026" }),
    (it) => range(it).startDate.format("YYYY-MM-DD"),
  ),
  "bootstrap-datepicker": drawn(input("Birthday"), (it) => it.datepicker({ format: "yyyy-mm-dd", autoclose: true }), (it) => day(it.datepicker("getDate"))),
});
