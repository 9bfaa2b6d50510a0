import { FeedAddressSchema, type FeedPreview, type PodcastImport } from '@site/shared/contracts/admin-podcast-import.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { ApiError, Button, Link, paths, toast, useTexts } from '@site/shared/site/site.ts';
import { type FormEvent, useState } from 'react';
import * as v from 'valibot';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import layout from '../../../signed-in/layout.module.css';
import { Loaded } from '../../../signed-in/loaded.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { adminPageHandle } from '../../common/admin-page-handle.ts';
import { PageHeading } from '../../common/page-heading.tsx';
import { Permitted } from '../../common/permitted.tsx';
import css from './moving-in.module.css';
import { MovingInPreview } from './moving-in-preview.tsx';
import { MovingInProgress } from './moving-in-progress.tsx';
import { useFeedPreview, usePodcastImport, useStartImport } from './moving-in-queries.ts';
import { movingInTexts } from './moving-in-texts.ts';

export const handle = adminPageHandle((locale) => movingInTexts[locale].title);

export const Component = () => (
  <Permitted permission="content">
    <MovingInPage />
  </Permitted>
);

/** Imports a podcast from the feed of another host, and tells how to leave that host. */
function MovingInPage() {
  const t = useTexts(movingInTexts);
  const found = usePodcastImport();
  return (
    <>
      <PageHeading title={t.title} hint={t.hint} back={<Link to={paths.dashboard.href('episodes')}>← {t.back}</Link>} />
      <Loaded query={found} failed={t.failed}>
        {(last) => (
          <div className={layout.parts}>
            <FeedForm last={last.last?.address ?? ''} />
            {last.files > 0 && <MovingInProgress found={last} />}
            {last.last && <MovingOn found={last} />}
          </div>
        )}
      </Loaded>
    </>
  );
}

/** Asks for the address of a feed, shows what an import would do, and imports it. */
function FeedForm({ last }: { last: string }) {
  const t = useTexts(movingInTexts);
  const [address, setAddress] = useState(last);
  const [isRefused, setIsRefused] = useState(false);
  const [preview, setPreview] = useState<FeedPreview | null>(null);
  const reading = useFeedPreview();
  const start = useStartImport();
  const fields = reading.error instanceof ApiError ? reading.error.fields : {};
  const problems: Readonly<Record<string, string>> = t.problems;

  function read(event: FormEvent) {
    event.preventDefault();
    const isWell = v.is(FeedAddressSchema, address);
    setIsRefused(!isWell);
    setPreview(null);
    start.reset();
    if (isWell && !reading.isPending) reading.mutate(address.trim(), { onSuccess: setPreview });
  }
  return (
    <Panel title={t.feed}>
      <div className={layout.stack}>
        <form data-keep="podcast feed" className={layout.lines} onSubmit={read} noValidate aria-label={t.feed}>
          <TextField
            name="address"
            label={t.address}
            hint={t.addressHint}
            type="url"
            autoComplete="off"
            value={address}
            disabled={start.isPending}
            error={isRefused ? t.problems.address : fields.address && (problems[fields.address] ?? t.problems.address)}
            onChange={(event) => {
              setAddress(event.currentTarget.value);
              setIsRefused(false);
              setPreview(null);
              reading.reset();
            }}
          />
          <div>
            <Button
              type="submit"
              variant={preview ? 'secondary' : 'primary'}
              isPending={reading.isPending}
              pendingText={t.reading}
              disabled={start.isPending}
            >
              {t.read}
            </Button>
          </div>
          <ActionFailure error={!fields.address && reading.error} what={t.readFailed} />
        </form>
        {preview && (
          <MovingInPreview
            preview={preview}
            start={start}
            onStart={(choice) =>
              start.mutate(
                { address: address.trim(), ...choice },
                {
                  onSuccess: ({ added }) => {
                    setPreview(null);
                    toast.success(added > 0 ? t.brought(added) : t.copyStarted);
                  },
                },
              )
            }
          />
        )}
      </div>
    </Panel>
  );
}

/** Tells the owner step by step how to leave the previous host. */
function MovingOn({ found: { isCopied } }: { found: PodcastImport }) {
  const t = useTexts(movingInTexts);
  const { check, wait, fill, redirect, tell, publish, keep, keepAudio } = t.steps;
  const feed = `${location.origin}/podcast.xml`;
  const steps = [check(feed), ...(isCopied ? [wait] : []), fill, redirect(feed), tell, publish, isCopied ? keep : keepAudio];
  return (
    <Panel title={t.movingOn} hint={t.movingOnHint}>
      <ol className={css.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Link to={`${paths.dashboard.href('settings')}&block=podcast`}>{t.toSettings}</Link>
    </Panel>
  );
}
