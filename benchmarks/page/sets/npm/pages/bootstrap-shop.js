import "bootstrap/dist/css/bootstrap.min.css";
import * as bootstrap from "bootstrap";
import { drawn } from "./again.js";
import { countries, orders } from "./data.js";

const cards = orders.slice(0, 6).map((order) => `<div class="col"><div class="card h-100"><div class="card-body">
  <h5 class="card-title">${order.item}</h5><p class="card-text">€ ${order.total}</p>
  <a href="#${order.key}" class="btn btn-primary btn-sm stretched-link">Look at it</a></div></div></div>`).join("");
const rows = orders.slice(0, 8).map((order) => `<tr><td><input class="form-check-input" type="checkbox" aria-label="Select ${order.key}"></td>
  <td><a href="#${order.key}">${order.key}</a></td><td>${order.customer}</td><td>€ ${order.total}</td>
  <td><button class="btn btn-sm btn-outline-secondary">Edit</button> <button class="btn btn-sm btn-close" aria-label="Remove"></button></td></tr>`).join("");

drawn((root) => {
  root.innerHTML = `<nav class="navbar navbar-expand-lg bg-body-tertiary sticky-top"><div class="container">
    <a class="navbar-brand" href="#top">Woodshop</a>
    <ul class="navbar-nav me-auto"><li class="nav-item"><a class="nav-link active" href="#new">New</a></li>
      <li class="nav-item dropdown"><a class="nav-link dropdown-toggle" href="#" data-bs-toggle="dropdown">Rooms</a>
        <ul class="dropdown-menu"><li><a class="dropdown-item" href="#office">Office</a></li><li><a class="dropdown-item" href="#hall">Hall</a></li>
        <li><hr class="dropdown-divider"></li><li><a class="dropdown-item disabled">Garden</a></li></ul></li>
      <li class="nav-item"><a class="nav-link disabled">Sale</a></li></ul>
    <form class="d-flex" role="search"><input class="form-control me-2" type="search" placeholder="Search" aria-label="Search"><button class="btn btn-outline-success">Search</button></form>
    <button class="btn btn-link" data-bs-toggle="offcanvas" data-bs-target="#basket">Basket <span class="badge text-bg-danger">3</span></button></div></nav>
  <main class="container my-4"><div class="alert alert-info alert-dismissible">Free delivery this week. <a href="#terms" class="alert-link">Terms</a><button class="btn-close" data-bs-dismiss="alert" aria-label="Close"></button></div>
    <div class="row row-cols-3 g-3">${cards}</div>
    <ul class="nav nav-tabs mt-4"><li class="nav-item"><button class="nav-link active" data-bs-toggle="tab" data-bs-target="#address">Address</button></li>
      <li class="nav-item"><button class="nav-link" data-bs-toggle="tab" data-bs-target="#orders">Orders</button></li></ul>
    <div class="tab-content border border-top-0 p-3"><form class="tab-pane show active was-validated" id="address"><div class="row g-3">
      <div class="col-6"><div class="form-floating"><input class="form-control" id="mail" placeholder="m" required><label for="mail">E-mail</label></div><div class="invalid-feedback">Please enter an address.</div></div>
      <div class="col-6"><div class="input-group"><span class="input-group-text">€</span><input class="form-control" aria-label="Amount" value="40"><button class="btn btn-outline-secondary dropdown-toggle" type="button" data-bs-toggle="dropdown">Currency</button><ul class="dropdown-menu"><li><button class="dropdown-item" type="button">Euro</button></li></ul></div></div>
      <div class="col-4"><select class="form-select" aria-label="Country">${countries.map((name) => `<option>${name}</option>`).join("")}</select></div>
      <div class="col-4"><input class="form-control" type="file" aria-label="Plan of the room"></div>
      <div class="col-4"><input class="form-control form-control-color" type="color" value="#aa5500" aria-label="Colour"></div>
      <div class="col-4"><div class="form-check form-switch"><input class="form-check-input" type="checkbox" role="switch" id="fast" checked><label class="form-check-label" for="fast">Fast delivery</label></div></div>
      <div class="col-4"><div class="btn-group"><input type="radio" class="btn-check" name="wood" id="oak" checked><label class="btn btn-outline-primary" for="oak">Oak</label><input type="radio" class="btn-check" name="wood" id="ash"><label class="btn btn-outline-primary" for="ash">Ash</label><input type="radio" class="btn-check" name="wood" id="elm" disabled><label class="btn btn-outline-primary" for="elm">Elm</label></div></div>
      <div class="col-4"><label class="form-label" for="width">Width</label><input type="range" class="form-range" id="width" value="30"></div>
      <div class="col-12"><button class="btn btn-primary" type="button" data-bs-toggle="modal" data-bs-target="#pay">Pay</button> <button class="btn btn-secondary" type="button" disabled>Wait</button></div></div></form>
      <div class="tab-pane" id="orders"><table class="table"><thead><tr><th></th><th>Order</th><th>Customer</th><th>Total</th><th></th></tr></thead><tbody>${rows}</tbody></table>
        <ul class="pagination"><li class="page-item disabled"><a class="page-link">Previous</a></li><li class="page-item active"><a class="page-link" href="#1">1</a></li><li class="page-item"><a class="page-link" href="#2">2</a></li><li class="page-item"><a class="page-link" href="#3">Next</a></li></ul></div></div>
    <div class="accordion mt-4" id="questions">${["How long does it take?", "Can I send it back?"].map((text, index) => `<div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button ${index ? "collapsed" : ""}" data-bs-toggle="collapse" data-bs-target="#q${index}">${text}</button></h2><div id="q${index}" class="accordion-collapse collapse ${index ? "" : "show"}" data-bs-parent="#questions"><div class="accordion-body">Within thirty days. <a href="#more">More</a></div></div></div>`).join("")}</div></main>
  <div class="offcanvas offcanvas-end" id="basket" tabindex="-1"><div class="offcanvas-header"><h5>Basket</h5><button class="btn-close" data-bs-dismiss="offcanvas" aria-label="Close"></button></div><div class="offcanvas-body"><div class="list-group">${orders.slice(0, 3).map((order) => `<button class="list-group-item list-group-item-action">${order.item}</button>`).join("")}</div><button class="btn btn-success mt-3">Check out</button></div></div>
  <div class="modal fade" id="pay" tabindex="-1"><div class="modal-dialog"><div class="modal-content"><div class="modal-header"><h5 class="modal-title">Pay now</h5><button class="btn-close" data-bs-dismiss="modal" aria-label="Close"></button></div>
    <div class="modal-body"><label class="form-label" for="card">Card number</label><input class="form-control" id="card" inputmode="numeric"><div class="form-check mt-2"><input class="form-check-input" type="checkbox" id="keep"><label class="form-check-label" for="keep">Keep the card</label></div></div>
    <div class="modal-footer"><button class="btn btn-secondary" data-bs-dismiss="modal">Not now</button><button class="btn btn-primary">Pay € 40</button></div></div></div></div>
  <div class="toast-container position-fixed bottom-0 end-0 p-3"><div class="toast" data-bs-autohide="false"><div class="toast-header"><strong class="me-auto">Stock</strong><button class="btn-close" data-bs-dismiss="toast" aria-label="Close"></button></div><div class="toast-body">Only two oak desks are left.</div></div></div>`;
  new bootstrap.Toast(root.querySelector(".toast"), { animation: false }).show();
});
