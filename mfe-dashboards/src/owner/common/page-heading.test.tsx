import { Link, useSearchParams } from '@site/shared/site/site.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { PageHeading } from './page-heading.tsx';

/** A page with a list, and the detail that one of the list's links opens through the query. */
function Page() {
  const [search] = useSearchParams();
  const opened = search.get('block');
  return opened ? (
    <section>
      <PageHeading title={opened} />
    </section>
  ) : (
    <>
      <PageHeading title="Conteúdo" />
      <Link to="/?block=Sobre">Sobre</Link>
    </>
  );
}

test('the heading gets the focus when a focused link disappears with its list, but not at the start of a visit', async () => {
  await renderInSite({ routes: [{ path: '/', Component: Page }], at: '/' });
  expect(document.activeElement).toBe(document.body);
  await userEvent.click(screen.getByRole('link', { name: 'Sobre' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Sobre' })));
});
