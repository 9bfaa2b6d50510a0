import type { Currency } from '@site/shared/money/currencies.ts';

export type DemoCustomer = { uid: string; email: string; name: string; locale: 'pt-BR' | 'en'; currency: Currency };

const given =
  'Adelina Amaro Anatólia Benedito Bianca Caetano Carmela Celina Cícero Dalva Davi Dirce Edite Eunice Fábio Flora Genésio Glória Helena Heitor Iara Inácio Ivete Jandira Joana Josué Lídia Lúcio Luzia Marta Mateus Miriam Moacir Nair Neusa Olívia Otávio Penha Raimundo Rebeca'.split(
    ' ',
  );
const family =
  'Abrantes Azevedo Batista Brandão Camargo Cordeiro Damasceno Drumond Esteves Falcão Fontoura Galvão Guimarães Junqueira Lacerda Magalhães Meireles Noronha Paixão Pimentel Queiroga Rezende Sampaio Tavares Valadares'.split(
    ' ',
  );
const abroad: readonly (readonly [name: string, currency: Currency])[] = [
  ['Abigail Thornby', 'NZD'],
  ['Callum Redfern', 'NZD'],
  ['Esther Maclay', 'NZD'],
  ['Graham Hollis', 'NZD'],
  ['Imogen Ashdown', 'NZD'],
  ['Lachlan Pryor', 'NZD'],
  ['Miriama Tahere', 'NZD'],
  ['Naomi Whitcombe', 'NZD'],
  ['Rewi Hoani', 'NZD'],
  ['Tessa Marchbank', 'NZD'],
  ['Bethany Crowell', 'USD'],
  ['Darius Pemberly', 'USD'],
  ['Edna Rosewood', 'USD'],
  ['Jonah Kettering', 'USD'],
  ['Leah Vandermay', 'USD'],
  ['Marcus Oakridge', 'USD'],
  ['Priscilla Dunmore', 'USD'],
  ['Ruth Castellan', 'USD'],
];

const CUSTOMERS = 150;

const addressOf = (name: string): string =>
  `${name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '.')}@leitores.test`;

const nameAt = (index: number): string =>
  `${given[index % given.length]} ${family[(index * 7 + Math.floor(index / given.length)) % family.length]}`;

/** Returns the currency of a reader who writes Portuguese: most live in Brazil, some abroad. */
const currencyAt = (index: number): Currency => (index % 12 === 5 ? 'NZD' : index % 15 === 7 ? 'USD' : 'BRL');

const people: readonly Omit<DemoCustomer, 'uid' | 'email'>[] = [
  ...Array.from({ length: CUSTOMERS - abroad.length }, (_, index) => ({
    name: nameAt(index),
    locale: 'pt-BR' as const,
    currency: currencyAt(index),
  })),
  ...abroad.map(([name, currency]) => ({ name, locale: 'en' as const, currency })),
];

/** Fictional readers with addresses that cannot receive email. */
export const demoCustomers: readonly DemoCustomer[] = people.map((person, index) => ({
  ...person,
  uid: `demo-leitor-${String(index + 1).padStart(3, '0')}`,
  email: addressOf(person.name),
}));
