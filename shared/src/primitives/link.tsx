import type { ComponentPropsWithRef } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom';

type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & {
  /** Path on this site, with query and hash; other sites are linked with a plain `<a>`. */
  readonly to: string;
  /** The page stays where it is scrolled to. */
  readonly preventScrollReset?: boolean;
  /** What the next page is told, beside its address. */
  readonly state?: unknown;
};

/** Not on the server, nor in browsers without view transitions: there `frame.module.css` fades. */
const CAN_FADE = globalThis.document?.startViewTransition !== undefined;

/**
 * A link to another page of the site: an address for everybody, followed without a reload where scripts run. The router's own
 * one brings the prefetching of its framework mode into every page; we preload on intent (`shell/src/federation/preload.ts`).
 */
export function Link({ to, onClick, preventScrollReset = false, state, ...rest }: LinkProps) {
  const href = useHref(to);
  const { pathname } = useLocation();
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    target: rest.target ?? '',
    preventScrollReset,
    state,
    // Another page fades in; the same one with another search, or another part of it, does not.
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

/** A link that says when it leads to the page that is shown; without `end` also when that page lies below it. */
export function NavLink({ end = false, ...rest }: LinkProps & { readonly end?: boolean }) {
  const { pathname } = useLocation();
  const isHere = pathname === rest.to || (!end && pathname.startsWith(`${rest.to}/`));
  return <Link aria-current={isHere ? 'page' : undefined} {...rest} />;
}
