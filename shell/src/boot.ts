import type { PublishedBrand } from '@site/shared/contracts/content.ts';
import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import type { RemoteName, RemoteRelease } from '@site/shared/federation/remote.ts';
import type { SlotName } from '@site/shared/federation/slots.ts';
import type { Currency } from '@site/shared/money/currencies.ts';
import type { Preferences } from '@site/shared/preferences/preferences.ts';
import type { Brand } from '@site/shared/site/site.ts';

/** The brand's data for pages, from the moment the page was rendered. */
export type SiteBrand = Brand &
  Readonly<Pick<PublishedBrand, 'form' | 'portrait'>> & {
    readonly logo: { readonly src: string; readonly width: number; readonly height: number } | null;
    /** True until the owner publishes a name. `author` is a neutral phrase until then. */
    readonly isUnnamed?: boolean;
    /** The version of the brand, which changes with every change of the brand. URLs of the brand's pictures contain it. */
    readonly version: string;
  };

/** The site's data for pages. Never add a secret: every visitor can read it. */
export type SiteSettings = {
  readonly brand: SiteBrand;
  readonly siteUrl: string;
  readonly identity: {
    readonly projectId: string;
    readonly apiKey: string;
    readonly authDomain: string;
    /** Whether the identity provider is reached through the site's own origin. */
    readonly isProxied: boolean;
  };
  /** The origin of the video player. */
  readonly playerUrl: string;
  /** Share of visits, from 0 to 1, whose pages report their speed and errors. */
  readonly reportsShare: number;
  /** Whether payments are in the provider's test mode, because the shell or the API has a test key. */
  readonly isTestMode: boolean;
};

/** The public settings of the provider's frame on the payment page. */
export type EmbeddedPayments = { readonly publishableKey: string; readonly scriptUrl: string };

/** Data of loaders and action from the server's rendering, and their errors, as JSON. */
export type HydrationData = {
  readonly loaderData: Record<string, unknown>;
  readonly actionData: Record<string, unknown> | null;
  readonly errors: Record<string, SerializedError> | null;
};

export type SerializedError =
  | { readonly kind: 'route'; readonly status: number; readonly data: unknown }
  | { readonly kind: 'api'; readonly code: ErrorCode; readonly status: number; readonly requestId: string };

/** Everything that the server passes to the page's scripts. */
export type BootData = {
  readonly settings: SiteSettings;
  readonly preferences: Preferences;
  readonly currencies: readonly Currency[];
  /** The settings of the payment frame, only on the payment page. Without them the buyer pays on the provider's page. */
  readonly payments?: EmbeddedPayments;
  /** The live release of each remote. */
  readonly releases: Readonly<Partial<Record<RemoteName, RemoteRelease>>>;
  /** The remote whose page the server rendered, if any. */
  readonly rendered: RemoteName | null;
  /** The rendered page, for reports: its pattern, and the release of the remote or shell that rendered it. */
  readonly drawn: { readonly page: string; readonly release: string };
  /** The slots of the page, each with whether the server rendered it. */
  readonly slots: Readonly<Partial<Record<SlotName, boolean>>>;
  readonly hydration: HydrationData;
  /** The page's amounts and dates as the server formatted them; see `FormatCache`. */
  readonly written: Readonly<Record<string, string>>;
};

export const BOOT_ELEMENT_ID = 'boot';
