import type { PublishedBrand } from '@site/shared/contracts/content.ts';
import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import type { RemoteName, RemoteRelease } from '@site/shared/federation/remote.ts';
import type { SlotName } from '@site/shared/federation/slots.ts';
import type { Currency } from '@site/shared/money/currencies.ts';
import type { Preferences } from '@site/shared/preferences/preferences.ts';
import type { Brand } from '@site/shared/site/site.ts';

/** What pages know of the brand, as it was when the page was made. */
export type SiteBrand = Brand &
  Readonly<Pick<PublishedBrand, 'form' | 'portrait'>> & {
    readonly logo: { readonly src: string; readonly width: number; readonly height: number } | null;
    /** Changes with anything of the brand: what is drawn of it has this in its address. */
    readonly version: string;
  };

/** What pages need to know of the site. No secrets: every visitor can read it. */
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
  /** Of so many visits, from 0 to 1, the page tells how fast it was and what failed on it. */
  readonly reportsShare: number;
  /** Payments are in the provider's test mode: the shell's key, or the API's, is one of it. */
  readonly isTestMode: boolean;
};

/** What the payment page needs to show the provider's frame. Public. */
export type EmbeddedPayments = { readonly publishableKey: string; readonly scriptUrl: string };

/** What loaders and the action told the server's rendering, and what failed, as JSON. */
export type HydrationData = {
  readonly loaderData: Record<string, unknown>;
  readonly actionData: Record<string, unknown> | null;
  readonly errors: Record<string, SerializedError> | null;
};

export type SerializedError =
  | { readonly kind: 'route'; readonly status: number; readonly data: unknown }
  | { readonly kind: 'api'; readonly code: ErrorCode; readonly status: number; readonly requestId: string };

/** Everything that the server hands to the page's scripts. */
export type BootData = {
  readonly settings: SiteSettings;
  readonly preferences: Preferences;
  /** What the shop sells in. */
  readonly currencies: readonly Currency[];
  /** On the payment page alone; without it the buyer is led to the provider's page. */
  readonly payments?: EmbeddedPayments;
  /** The live release of each remote. */
  readonly releases: Readonly<Partial<Record<RemoteName, RemoteRelease>>>;
  /** The remote whose pages the server rendered into this page, if any. */
  readonly rendered: RemoteName | null;
  /** What was drawn, for reports: the page by its pattern, and by which release of the remote or shell. */
  readonly drawn: { readonly page: string; readonly release: string };
  /** The slots of the page, and whether the server rendered each of them. */
  readonly slots: Readonly<Partial<Record<SlotName, boolean>>>;
  readonly hydration: HydrationData;
  /** The amounts and dates of the page as the server wrote them; see `Written`. */
  readonly written: Readonly<Record<string, string>>;
};

export const BOOT_ELEMENT_ID = 'boot';
