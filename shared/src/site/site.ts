/**
 * The facade that federation shares: everything of which a page must have one (router, stores, contexts, `instanceof`
 * classes) and the primitives that shell and remotes both draw with. The shell holds it eagerly; remotes import it and
 * bundle nothing of it. Whatever is added here is on every page.
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
export { paths } from '../paths.ts';
export { type Playing, playerStore, usePlayer } from '../player/player-store.ts';
export { PreferencesProvider, useFormats, usePreferences, useTexts, type Written } from '../preferences/preferences-context.tsx';
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
export { Button } from '../ui/button.tsx';
export { ButtonLink } from '../ui/button-link.tsx';
export { Dialog } from '../ui/dialog.tsx';
export { EmptyState } from '../ui/empty-state.tsx';
export { ErrorState } from '../ui/error-state.tsx';
export { Field, TextArea, TextField } from '../ui/field.tsx';
export { Icon, type IconName } from '../ui/icon.tsx';
export { Link, NavLink } from '../ui/link.tsx';
export { Price } from '../ui/price.tsx';
export { Select } from '../ui/select.tsx';
export { Skeleton } from '../ui/skeleton.tsx';
export { VisuallyHidden } from '../ui/visually-hidden.tsx';
export { type Brand, type SiteContext, siteContext } from './site-context.ts';
