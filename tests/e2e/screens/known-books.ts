/** Demo books that journeys name. The price and presence of `changing` change meanwhile, and `reduced` has a sale; the journeys put them back. `sampled` has another sample. */
export const BOOKS = {
  second: { id: 'caderno-de-gratidao', title: 'Caderno de gratidão' },
  main: { id: 'raizes-que-sustentam', title: 'Raízes que sustentam' },
  changing: { id: 'o-sabado-possivel', title: 'O sábado possível' },
  sampled: { id: 'perdoar-devagar', title: 'Perdoar devagar' },
  reduced: { id: 'os-lirios-e-a-ansiedade', title: 'Os lírios e a ansiedade' },
} as const;
