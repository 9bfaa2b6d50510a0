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
    /** The owner has published no name yet. `author` is a neutral phrase. */
    readonly isUnnamed?: boolean;
    /** Changes with every change of the brand. Pictures of the brand have it in their URL. */
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
    /** The identity provider is reached through the site's own origin. */
    readonly isProxied: boolean;
  };
  /** Origin of the video player. */
  readonly playerUrl: string;
  /** Share of visits, from 0 to 1, whose pages report their speed and errors. */
  readonly reportsShare: number;
  /** Payments are in the provider's test mode: the shell or the API has a test key. */
  readonly isTestMode: boolean;
};

/** Settings for the provider's frame on the payment page. They are public. */
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
  /** The shop's currencies. */
  readonly currencies: readonly Currency[];
  /** Only on the payment page. Without it the buyer is sent to the provider's page. */
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
