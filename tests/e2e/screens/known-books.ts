/**
 * Demo books that journeys use by name. `changing` leaves the shop for a moment, `reduced` gets a sale, buyers of `open` choose its price,
 * and `sampled` gets another sample. Each journey restores its book.
 */
export const BOOKS = {
  second: { id: 'caderno-de-gratidao', title: 'Caderno de gratidão' },
  main: { id: 'raizes-que-sustentam', title: 'Raízes que sustentam' },
  changing: { id: 'o-sabado-possivel', title: 'O sábado possível' },
  sampled: { id: 'perdoar-devagar', title: 'Perdoar devagar' },
  open: { id: 'jardim-interior', title: 'Jardim interior' },
  reduced: { id: 'os-lirios-e-a-ansiedade', title: 'Os lírios e a ansiedade' },
} as const;
