/** The records that the pages show, the same in every run. */

const FIRST = ["Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald", "Margaret", "Ken", "Radia", "Tim"];
const LAST = ["Hopper", "Turing", "Liskov", "Knuth", "Hamilton", "Perlman", "Dijkstra", "Lovelace", "Ritchie"];
const GOODS = ["Oak desk", "Standing lamp", "Office chair", "Filing cabinet", "Whiteboard", "Monitor arm", "Desk mat"];
export const STATUSES = ["Open", "Paid", "Shipped", "Returned"];
export const ROLES = ["Owner", "Editor", "Reviewer", "Guest"];

export const orders = Array.from({ length: 64 }, (_, index) => ({
  key: `A-${1000 + index}`,
  customer: `${FIRST[index % FIRST.length]} ${LAST[(index * 7) % LAST.length]}`,
  item: GOODS[(index * 3) % GOODS.length],
  quantity: 1 + ((index * 5) % 9),
  total: 40 + ((index * 137) % 900),
  status: STATUSES[(index * 11) % STATUSES.length],
  placed: `2026-0${1 + (index % 9)}-${String(1 + ((index * 13) % 28)).padStart(2, "0")}`,
}));

export const members = Array.from({ length: 40 }, (_, index) => ({
  id: index + 1,
  name: `${FIRST[(index * 3) % FIRST.length]} ${LAST[(index * 5) % LAST.length]}`,
  email: `member${index + 1}@example.org`,
  role: ROLES[(index * 7) % ROLES.length],
  active: index % 4 !== 1,
}));

export const countries = [
  "Argentina", "Austria", "Belgium", "Brazil", "Canada", "Chile", "Denmark", "Estonia", "Finland", "France", "Germany",
  "Greece", "Iceland", "India", "Ireland", "Italy", "Japan", "Kenya", "Latvia", "Mexico", "Netherlands", "Norway",
  "Poland", "Portugal", "Spain", "Sweden", "Switzerland", "Turkey", "Ukraine", "Vietnam",
];
