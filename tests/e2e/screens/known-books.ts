/**
 * Demo books that journeys name. The price and presence of `changing` change meanwhile, `reduced` has a sale, and of `open` the buyer decides
 * what to give, and `sampled` has another sample; the journeys put them back.
 */
export const BOOKS = {
  second: { id: 'caderno-de-gratidao', title: 'Caderno de gratidão' },
  main: { id: 'raizes-que-sustentam', title: 'Raízes que sustentam' },
  changing: { id: 'o-sabado-possivel', title: 'O sábado possível' },
  sampled: { id: 'perdoar-devagar', title: 'Perdoar devagar' },
  open: { id: 'jardim-interior', title: 'Jardim interior' },
  reduced: { id: 'os-lirios-e-a-ansiedade', title: 'Os lírios e a ansiedade' },
} as const;
