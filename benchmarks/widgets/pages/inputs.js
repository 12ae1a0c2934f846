import Cleave from "cleave.js";
import IMask from "imask";
import intlTelInput from "intl-tel-input/intlTelInputWithUtils";
import "intl-tel-input/styles";
import { field, input, show } from "./host.js";

const drawn = (html, start, read) => (root) => {
  root.innerHTML = html;
  const it = start(field());
  return () => read(it);
};

show({
  "imask date": drawn(input("Birthday", 'placeholder="dd.mm.yyyy"'), (it) => IMask(it, { mask: "00.00.0000" }), (it) => it.unmaskedValue),
  "imask phone": drawn(input("Phone"), (it) => IMask(it, { mask: "+{1} (000) 000-0000" }), (it) => it.unmaskedValue),
  "imask number": drawn(input("Amount"), (it) => IMask(it, { mask: Number, scale: 2, thousandsSeparator: ",", radix: "." }), (it) => it.typedValue),
  "cleave card": drawn(input("Card number"), (it) => new Cleave(it, { creditCard: true }), (it) => it.getRawValue()),
  "cleave numeral": drawn(input("Amount"), (it) => new Cleave(it, { numeral: true }), (it) => it.getRawValue()),
  "intl-tel-input": drawn(input("Phone", 'type="tel"'), (it) => intlTelInput(it, { initialCountry: "us" }), (it) => it.getNumber()),
});
