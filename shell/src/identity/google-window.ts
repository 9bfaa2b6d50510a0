import { GOOGLE_WINDOW_CLOSED } from '@site/shared/google-window/google-window.ts';
import { type Auth, browserPopupRedirectResolver, type PopupRedirectResolver } from 'firebase/auth';

/** Methods of the provider's resolver that are missing in its types. */
type Resolver = {
  _initialize(auth: Auth): Promise<unknown>;
  _openPopup(...about: unknown[]): Promise<{ window: Window | null }>;
};
const Base = browserPopupRedirectResolver as unknown as new () => Resolver;

/** Interval for checking whether the window has closed, in milliseconds, because there is no event for it. */
const LOOK_MS = 150;

let shared: GoogleWindow | null = null;

/**
 * The library creates its own instance of this class. The constructor always returns the same object, so that the page can prepare it in
 * advance.
 */
class GoogleWindow extends Base {
  constructor() {
    super();
    shared ??= this;
    // biome-ignore lint/correctness/noConstructorReturn: returns the prepared instance, see above
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
 * Loads the frame through which Google's window answers. Otherwise the library would load it between the press and the window, for seconds,
 * and browsers block a window that opens so late as an advertisement.
 */
export async function prepareGoogleWindow(auth: Auth): Promise<void> {
  await new GoogleWindow()._initialize(auth);
}
