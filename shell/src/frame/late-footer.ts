// With the page: it is shown before it is alive.
import '../features/newsletter/newsletter-form.module.css';
import './preferences-form.module.css';
import './site-footer.module.css';
import type { ComponentType } from 'react';
import { late } from '../late.tsx';

/** How long a lost file is not asked for again, in milliseconds. */
const AGAIN_MS = 5_000;

/** Until it is here the footer stays what the server sent: its links, groups and forms work without scripts. */
async function load(): Promise<ComponentType> {
  try {
    return (await import(/* webpackChunkName: "late" */ './site-footer.tsx')).SiteFooter;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    return await load();
  }
}

export const [SiteFooter, fetchFooter] = late(load);
