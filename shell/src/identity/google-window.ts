import { GOOGLE_WINDOW_CLOSED } from '@site/shared/google-window/google-window.ts';
import { type Auth, browserPopupRedirectResolver, type PopupRedirectResolver } from 'firebase/auth';

/** What the provider's library does with its resolver; its types do not say so. */
type Resolver = {
  _initialize(auth: Auth): Promise<unknown>;
  _openPopup(...about: unknown[]): Promise<{ window: Window | null }>;
};
const Base = browserPopupRedirectResolver as unknown as new () => Resolver;

/** How often a window is looked at, in milliseconds: it does not tell that it closes. */
const LOOK_MS = 150;

class GoogleWindow extends Base {
  override async _openPopup(...about: unknown[]): Promise<{ window: Window | null }> {
    const popUp = await super._openPopup(...about);
    const timer = setInterval(() => {
      if (popUp.window && !popUp.window.closed) return;
      clearInterval(timer);
      dispatchEvent(new Event(GOOGLE_WINDOW_CLOSED));
    }, LOOK_MS);
    return popUp;
  }
}

let shared: Resolver | null = null;

/** The library makes a resolver of its own of what it is given: this one is always the same, so that it can be prepared. */
export const googleWindow = class {
  constructor() {
    shared ??= new GoogleWindow();
    // biome-ignore lint/correctness/noConstructorReturn: the one that was prepared, see above
    return shared;
  }
} as unknown as PopupRedirectResolver;

/**
 * Loads the frame through which Google's window answers. Without it the library loads it between the press and the window, for seconds,
 * and browsers take a window that opens so late for an advertisement.
 */
export async function prepareGoogleWindow(auth: Auth): Promise<void> {
  shared ??= new GoogleWindow();
  await shared._initialize(auth);
}
