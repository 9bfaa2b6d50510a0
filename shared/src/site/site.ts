/**
 * The facade that the shell shares with its remotes: all singletons (router, stores, contexts, classes for `instanceof`) and the primitives
 * that both use. The shell loads it at once; remotes import it without bundling it. Everything added here is loaded on every page.
 */
export {
  type ActionFunctionArgs,
  Form,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  Outlet,
  type RouteObject,
  redirect,
  useFetcher,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigation,
  useParams,
  useRevalidator,
  useRouteError,
  useSearchParams,
} from 'react-router-dom';
export { type ApiAnswer, type ApiCall, createApiClient } from '../api/api-client.ts';
export { ApiError } from '../api/api-error.ts';
export { type CartLine, cartStore, countCopies, readCartFromDevice, useCart } from '../cart/cart-store.ts';
export { paths } from '../paths/paths.ts';
export { type Medium, type Playing, playerStore, usePlayer } from '../player/player-store.ts';
export {
  type FormatCache as Written,
  PreferencesProvider,
  useFormats,
  usePreferences,
  useTexts,
} from '../preferences/preferences-context.tsx';
export { Button } from '../primitives/button.tsx';
export { ButtonLink } from '../primitives/button-link.tsx';
export { EmptyState } from '../primitives/empty-state.tsx';
export { ErrorState } from '../primitives/error-state.tsx';
export { Icon } from '../primitives/icon.tsx';
export { type IconPath, icons } from '../primitives/icons.ts';
export { fetchLateParts, late } from '../primitives/late.tsx';
export { Link, NavLink } from '../primitives/link.tsx';
export { Price } from '../primitives/price.tsx';
export { Skeleton } from '../primitives/skeleton.tsx';
export { VisuallyHidden } from '../primitives/visually-hidden.tsx';
export {
  type Account,
  connectIdentity,
  type Identity,
  identity,
  type NewSecondFactor,
  type SecondStep,
  type Session,
  sessionStore,
  useSession,
} from '../session/session-store.ts';
export { TOAST_MS, toast } from '../toasts/toasts.ts';
export { countVisit, getOrigin } from '../visits/count-visit.ts';
export { type Brand, type EmbeddedPayments, type SiteContext, siteContext } from './site-context.ts';
