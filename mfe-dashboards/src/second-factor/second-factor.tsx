import { toInstant } from '@site/shared/dates/dates.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { TextField } from '@site/shared/patterns/field.tsx';
import { type Account, Button, type NewSecondFactor, Skeleton, toast, useFormats, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, lazy, type RefObject, Suspense, useState } from 'react';
import { useAccount, useRefreshAccount } from '../signed-in/account-queries.ts';
import { copyText } from '../signed-in/copy-text.ts';
import layout from '../signed-in/layout.module.css';
import { Loaded } from '../signed-in/loaded.tsx';
import { Panel } from '../signed-in/panel.tsx';
import { useProviderSentence } from '../signed-in/provider-problem.ts';
import { signInAgain, withRecentSignIn } from '../signed-in/step-up.ts';
import { useFocusFollows } from '../signed-in/use-focus-follows.ts';
import css from './second-factor.module.css';
import { secondFactorTexts } from './second-factor-texts.ts';

const CODE = /^\d{6}$/;
const KEY_GROUP = /.{4}(?=.)/g;

/** The QR code is needed only while the second factor is turned on. */
const QrCode = lazy(() => import('@site/shared/patterns/qr-code.tsx').then((module) => ({ default: module.QrCode })));

/** Turns the authenticator app on and off, whose code a sign-in then requires. `lost` helps a person who no longer has the app. */
export function SecondFactor({ site, lost }: { site: string; lost?: string }) {
  const t = useTexts(secondFactorTexts);
  const account = useAccount();
  const isOn = (account.data?.secondFactors.length ?? 0) > 0;
  return (
    <Panel
      name="second-factor"
      title={t.title}
      action={account.data && <Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? t.on : t.off}</Badge>}
    >
      <Loaded query={account} failed={t.failed} lines={3}>
        {(found) => <Steps account={found} site={site} lost={lost ?? t.lost} />}
      </Loaded>
    </Panel>
  );
}

function Steps({ account, site, lost }: { account: Account; site: string; lost: string }) {
  const t = useTexts(secondFactorTexts);
  const { day } = useFormats();
  const refresh = useRefreshAccount();
  const [begun, setBegun] = useState<NewSecondFactor | null>(null);
  const { inside, outside } = useFocusFollows<HTMLInputElement>(begun !== null);
  const begin = useMutation({ mutationFn: () => withRecentSignIn(() => account.addSecondFactor(site)), onSuccess: setBegun });
  const remove = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      await signInAgain();
      for (const id of ids) await account.removeSecondFactor(id);
      await refresh();
    },
    onSuccess: () => toast.success(t.turnedOff, { id: 'second-factor' }),
  });
  const failed = remove.isError ? remove : begin;
  const sentence = useProviderSentence(failed.error);
  const [first] = account.secondFactors;

  async function added() {
    await refresh();
    setBegun(null);
    toast.success(t.turnedOn, { id: 'second-factor' });
  }

  return (
    <div className={css.steps}>
      <p className={layout.soft}>{first ? t.since(day(toInstant(first.addedAt))) : t.why}</p>
      {begun ? (
        <Adding code={inside} begun={begun} onAdded={added} onCancel={() => setBegun(null)} />
      ) : first ? (
        <Button
          ref={outside}
          variant="secondary"
          size="s"
          isPending={remove.isPending}
          pendingText={t.turningOff}
          onClick={() => remove.mutate(account.secondFactors.map(({ id }) => id))}
        >
          {t.turnOff}
        </Button>
      ) : (
        <Button ref={outside} size="s" isPending={begin.isPending} pendingText={t.preparing} onClick={() => begin.mutate()}>
          {t.turnOn}
        </Button>
      )}
      <p role="alert" className={css.failure}>
        {failed.isError && sentence}
      </p>
      <p className={layout.soft}>{lost}</p>
    </div>
  );
}

type AddingProps = {
  readonly code: RefObject<HTMLInputElement | null>;
  readonly begun: NewSecondFactor;
  readonly onAdded: () => Promise<void>;
  readonly onCancel: () => void;
};

/** Shows the key for the app, and asks for a code that proves that the app has it. */
function Adding({ code: field, begun, onAdded, onCancel }: AddingProps) {
  const t = useTexts(secondFactorTexts);
  const [isMissing, setIsMissing] = useState(false);
  const finish = useMutation({ mutationFn: begun.finish, onSuccess: onAdded });
  const sentence = useProviderSentence(finish.error);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (finish.isPending) return;
    const code = String(new FormData(event.currentTarget).get('code')).replace(/\s/g, '');
    setIsMissing(!CODE.test(code));
    if (CODE.test(code)) finish.mutate(code);
  }
  const copy = () => copyText(begun.secret, { copied: t.copied, failed: t.copyFailed }, 'second-factor');

  return (
    <>
      <p>{t.scan}</p>
      <Suspense fallback={<Skeleton lines={6} />}>
        <QrCode text={begun.address} label={t.picture} />
      </Suspense>
      <p className={css.key}>
        {t.key}: <code>{begun.secret.replace(KEY_GROUP, '$& ')}</code>
      </p>
      <Button variant="quiet" size="s" onClick={() => void copy()}>
        {t.copy}
      </Button>
      <p className={layout.soft}>{t.keep}</p>
      <form className={css.form} onSubmit={submit} noValidate>
        <TextField
          ref={field}
          name="code"
          label={t.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          error={isMissing ? t.missing : finish.isError && sentence}
        />
        <div className={css.actions}>
          <Button variant="secondary" size="s" onClick={onCancel}>
            {t.cancel}
          </Button>
          <Button type="submit" size="s" isPending={finish.isPending} pendingText={t.confirming}>
            {t.confirm}
          </Button>
        </div>
      </form>
    </>
  );
}
