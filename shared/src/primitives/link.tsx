import type { ComponentPropsWithRef } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom';

type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & {
  /** Path on this site, with query and hash. Use a plain `<a>` for other sites. */
  readonly to: string;
  /** Whether the next page keeps the current scroll position, instead of starting at its top. */
  readonly preventScrollReset?: boolean;
  /** State for the next page, in addition to its address. */
  readonly state?: unknown;
};

/** False on the server and in browsers without view transitions, where `frame.module.css` fades pages. */
const CAN_FADE = globalThis.document?.startViewTransition !== undefined;

/**
 * Renders a link to another page of the site: a plain address, which scripts follow without a reload. The router's own `Link` would add the
 * prefetching of its framework mode to every page; we preload on intent (`shell/src/federation/preload.ts`).
 */
export function Link({ to, onClick, preventScrollReset = false, state, ...rest }: LinkProps) {
  const href = useHref(to);
  const { pathname } = useLocation();
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    target: rest.target ?? '',
    preventScrollReset,
    state,
    // Fade only between different pages, not for another query or anchor of the same page.
    viewTransition: CAN_FADE && to.replace(/[?#].*/, '') !== pathname,
  });
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}

/** Renders a link that is marked when it leads to the current page or, without `end`, to a parent of it. */
export function NavLink({ end = false, ...rest }: LinkProps & { readonly end?: boolean }) {
  const { pathname } = useLocation();
  const isHere = pathname === rest.to || (!end && pathname.startsWith(`${rest.to}/`));
  return <Link aria-current={isHere ? 'page' : undefined} {...rest} />;
}
