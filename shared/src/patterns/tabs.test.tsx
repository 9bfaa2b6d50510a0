import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { Tabs } from './tabs.tsx';

afterEach(cleanup);

const TABS = [
  { id: 'ebooks', label: 'eBooks', href: '?tab=ebooks' },
  { id: 'orders', label: 'Orders', href: '?tab=orders' },
  { id: 'settings', label: 'Settings', href: '?tab=settings' },
] as const;

function Area() {
  const [selected, setSelected] = useState<(typeof TABS)[number]['id']>('ebooks');
  return (
    <Tabs label="My area" tabs={TABS} selected={selected} onSelect={setSelected}>
      Content of {selected}
    </Tabs>
  );
}

describe('Tabs', () => {
  it('tabs are links with one panel, which is named by its tab', async () => {
    const user = userEvent.setup();
    render(<Area />);
    expect(screen.getByRole('tab', { name: 'Orders' }).getAttribute('href')).toBe('?tab=orders');

    await user.click(screen.getByRole('tab', { name: 'Orders' }));
    expect(screen.getByRole('tab', { name: 'Orders', selected: true })).toBeDefined();
    expect(screen.getByRole('tabpanel', { name: 'Orders' }).textContent).toBe('Content of orders');
  });

  it('tabs work next to another set with the same names', () => {
    render(
      <>
        <Area />
        <Area />
      </>,
    );
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const panel of screen.getAllByRole('tabpanel')) {
      const tab = document.getElementById(panel.getAttribute('aria-labelledby') ?? '');
      expect(tab?.getAttribute('aria-controls')).toBe(panel.id);
      expect(panel.parentElement?.contains(tab)).toBe(true);
    }
  });

  it('tabs move the focus with arrows, Home and End, and open with Enter or Space', async () => {
    const user = userEvent.setup();
    render(<Area />);
    await user.tab();
    expect(document.activeElement?.textContent).toBe('eBooks');
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement?.textContent).toBe('Settings');
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('Orders');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('eBooks');
    await user.keyboard(' ');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Orders');
    await user.keyboard('{Home}{Enter}');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('eBooks');
  });
});
