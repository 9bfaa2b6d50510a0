import { expect, it } from 'vitest';
import { keepChoices } from './keep-choices.ts';

it("the first script holds back choices in the footer until the footer's code has loaded, but no other events", async () => {
  document.body.innerHTML = '<select id="other"></select><footer><select id="own"></select></footer>';
  const heard: string[] = [];
  document.body.addEventListener('change', ({ target }) => heard.push((target as Element).id));
  const choose = (id: string) => document.getElementById(id)?.dispatchEvent(new Event('change', { bubbles: true }));
  const footer = Promise.withResolvers<void>();
  keepChoices(footer.promise);
  choose('own');
  choose('own');
  choose('other');
  expect(heard).toEqual(['other']);
  footer.resolve();
  await footer.promise;
  expect(heard).toEqual(['other', 'own']);
  choose('own');
  expect(heard).toEqual(['other', 'own', 'own']);
});
