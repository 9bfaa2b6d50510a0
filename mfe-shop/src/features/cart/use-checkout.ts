import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import { paths, toast, useFetcher, useFormats, useNavigate, usePreferences, useSession, useTexts } from '@site/shared/site/site.ts';
import { errorTexts } from '@site/shared/texts/error-texts.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Notice } from './cart-notice.tsx';
import type { PricedLine } from './priced-lines.ts';
import { type CheckoutOutcome, checkoutCart } from './start-checkout.ts';
import { texts } from './texts.ts';

/** Failures that say more than "please try again". */
const TELLING: readonly ErrorCode[] = ['email_not_verified', 'forbidden', 'too_many_requests', 'payment_unavailable', 'currency_not_sold'];

/** The way from the cart to the payment page. */
export function useCheckout(
  lines: readonly PricedLine[],
  onNotice: (notice: Notice | null) => void,
  onBought: (bought: readonly BoughtEbook[]) => void,
) {
  const t = useTexts(texts);
  const errors = useTexts(errorTexts);
  const { locale } = usePreferences();
  const { money } = useFormats();
  const session = useSession();
  const navigate = useNavigate();
  const fetcher = useFetcher<CheckoutOutcome>();
  const [isLeaving, setIsLeaving] = useState(false);
  const [isPressed, setIsPressed] = useState(false);
  // What the visitor saw when pressing: by the time of the answer the cart may show new prices already.
  const sent = useRef(lines);
  const [isAskingToSignIn, setIsAskingToSignIn] = useState(false);
  const [problem, setProblem] = useState<{ readonly code: ErrorCode; readonly text: string } | null>(null);

  const answer = useEffectEvent((outcome: CheckoutOutcome) => {
    switch (outcome.kind) {
      case 'open':
        setIsLeaving(true);
        window.location.assign(outcome.url);
        return;
      case 'paid':
        if (outcome.sessionId) void navigate(`${paths.success.href()}?${new URLSearchParams({ session_id: outcome.sessionId })}`);
        else void navigate(paths.userDashboard.href('ebooks'));
        return;
      case 'signed-out':
        setIsAskingToSignIn(true);
        return;
      case 'corrected': {
        const changes = outcome.corrections.flatMap(({ id, unit }) => {
          const line = sent.current.find((candidate) => candidate.id === id);
          return line && unit ? [{ title: line.ebook.title, before: money(line.price), now: money(unit) }] : [];
        });
        if (changes.length > 0) onNotice({ kind: 'prices', changes });
        return;
      }
      case 'bought':
        onNotice({ kind: 'bought', code: outcome.code });
        onBought(outcome.bought);
        return;
      case 'failed':
        toast.error(t.checkoutFailed);
        setProblem({ code: outcome.code, text: TELLING.includes(outcome.code) ? errors[outcome.code] : t.checkoutFailed });
    }
  });
  // The action's answer arrives beside React's state, once per press.
  useEffect(() => {
    if (fetcher.data) answer(fetcher.data);
  }, [fetcher.data]);

  // Going back from the payment page may bring this very page back, still waiting.
  useEffect(() => {
    const wakeUp = (event: PageTransitionEvent) => event.persisted && setIsLeaving(false);
    window.addEventListener('pageshow', wakeUp);
    return () => window.removeEventListener('pageshow', wakeUp);
  }, []);

  const goOn = useEffectEvent(() => {
    setIsPressed(false);
    sent.current = lines;
    if (session.status === 'signed-out') setIsAskingToSignIn(true);
    else
      void fetcher.submit(JSON.stringify(checkoutCart(lines, locale)), {
        method: 'post',
        action: paths.cart.href(),
        encType: 'application/json',
      });
  });
  // A press that came before it was known who is here waits for that.
  useEffect(() => {
    if (isPressed && session.status !== 'unknown') goOn();
  }, [isPressed, session.status]);

  return {
    isPending: isPressed || isLeaving || fetcher.state !== 'idle',
    problem,
    isAskingToSignIn,
    stayHere: () => setIsAskingToSignIn(false),
    start: () => {
      setProblem(null);
      onNotice(null);
      setIsPressed(true);
    },
  };
}
