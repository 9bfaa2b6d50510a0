import { RELEASE_TRAIN } from './release-train.ts';

/**
 * The script that the shop's page loads in place of Stripe.js: `window.Stripe` with embedded Checkout only. The page inside the frame
 * reports events by messages. Only messages from the frame's own window at our origin are accepted.
 */
export const STRIPE_JS = `(() => {
  const { origin } = new URL(document.currentScript.src);
  let isTaken = false;

  async function createEmbeddedCheckoutPage({ clientSecret, fetchClientSecret, onComplete, onAnalyticsEvent }) {
    if (isTaken) throw new Error('You cannot have multiple Embedded Checkout objects.');
    isTaken = true;
    const secret = clientSecret ?? (await fetchClientSecret());
    const id = /^(cs_test_\\w+?)_secret_\\w+$/.exec(secret)?.[1];
    if (!id) throw new Error('The client secret is not that of a Checkout Session.');
    const frame = document.createElement('iframe');
    frame.src = origin + '/c/embed/' + secret;
    frame.name = 'embedded-checkout';
    frame.title = 'Secure payment input frame';
    frame.allow = 'payment';
    frame.style.cssText = 'display:block;width:100%;height:20rem;border:0';

    let isRendered = false;
    const hear = ({ origin: from, source, data }) => {
      if (from !== origin || source !== frame.contentWindow) return;
      if (data.type === 'height') frame.style.height = data.height + 'px';
      if (data.type === 'rendered' && !isRendered) {
        isRendered = true;
        const timestamp = Math.floor(Date.now() / 1000);
        onAnalyticsEvent?.({ eventType: 'checkoutRendered', checkoutSession: id, details: {}, clientMetadata: {}, timestamp });
      }
      if (data.type === 'complete') {
        onComplete?.();
        location.assign(data.returnUrl);
      }
    };
    const unmount = () => {
      removeEventListener('message', hear);
      frame.remove();
    };
    return {
      mount(place) {
        const element = typeof place === 'string' ? document.querySelector(place) : place;
        if (!element) throw new Error('There is no element to mount Embedded Checkout in.');
        addEventListener('message', hear);
        element.replaceChildren(frame);
      },
      unmount,
      destroy() {
        unmount();
        isTaken = false;
      },
    };
  }

  globalThis.Stripe = (key) => {
    if (!/^pk_test_/.test(key)) throw new Error('the local Stripe.js takes only pk_test_ keys');
    return { _registerWrapper() {}, createEmbeddedCheckoutPage };
  };
  globalThis.Stripe.version = '${RELEASE_TRAIN}';
})();
`;
