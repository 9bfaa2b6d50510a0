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

let shared: GoogleWindow | null = null;

/** The library makes a resolver of its own of the class that it is given: there is one, so that it can be prepared. */
class GoogleWindow extends Base {
  constructor() {
    super();
    shared ??= this;
    // biome-ignore lint/correctness/noConstructorReturn: the one that was prepared, see above
    return shared;
  }

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

export const googleWindow = GoogleWindow as unknown as PopupRedirectResolver;

/**
 * Loads the frame through which Google's window answers. Without it the library loads it between the press and the window, for seconds,
 * and browsers take a window that opens so late for an advertisement.
 */
export async function prepareGoogleWindow(auth: Auth): Promise<void> {
  await new GoogleWindow()._initialize(auth);
}
