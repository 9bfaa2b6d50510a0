import { type ContentBlock, EARLIER_EPISODES } from '@site/shared/contracts/content.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { ApiError, Button, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../signed-in/api.ts';
import layout from '../../signed-in/layout.module.css';
import { useFailureText } from '../../signed-in/load-failure.tsx';
import { keepFormUnsent } from '../common/keep-form-unsent.ts';
import css from './setting-fields.module.css';
import { texts } from './texts.ts';

type Channel = ContentBlock<'channel'>;

type ChannelFieldsProps = {
  readonly channel: Channel;
  /** The reason why YouTube does not have the channel, after a refused publication. */
  readonly problem: string | undefined;
  readonly onChange: (channel: Channel) => void;
};

const addressOf = (id: string): string => `https://www.youtube.com/channel/${encodeURIComponent(id)}`;

/**
 * Chooses the YouTube channel whose uploads are the episodes. It is looked up at YouTube first. Also says what happens to episodes of
 * previous channels.
 */
export function ChannelFields({ channel, problem, onChange }: ChannelFieldsProps) {
  const t = useTexts(texts);
  return (
    <>
      <section className={css.chosen} aria-label={t.chosen}>
        <h2 className={css.legend}>{t.chosen}</h2>
        {channel.id === null ? (
          <p>
            {t.none} <span className={css.soft}>{t.noneHint}</span>
          </p>
        ) : (
          <p className={css.channel}>
            <span className={css.name}>{channel.title || t.connected}</span>
            <ChannelLink id={channel.id} />
            <Button variant="quiet" size="s" onClick={() => onChange({ ...channel, id: null, title: '' })}>
              {t.leave}
            </Button>
          </p>
        )}
        {problem && (
          <p role="alert" className={layout.problem}>
            {t.reasons[problem] ?? t.failed}
          </p>
        )}
      </section>
      <LookUp onUse={({ id, title }) => onChange({ ...channel, id, title })} />
      <fieldset className={css.choices}>
        <legend className={css.legend}>{t.earlier}</legend>
        {EARLIER_EPISODES.map((earlier) => (
          <label key={earlier} className={css.choice}>
            <input type="radio" name="earlier" checked={channel.earlier === earlier} onChange={() => onChange({ ...channel, earlier })} />
            <span>
              <span className={css.name}>{t.earlierOf[earlier]}</span>
              <span className={css.about}>{t.earlierHints[earlier]}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </>
  );
}

function ChannelLink({ id }: { id: string }) {
  const t = useTexts(texts);
  return (
    <a href={addressOf(id)} target="_blank" rel="noopener">
      {t.openChannel}
      <VisuallyHidden> {t.newTab}</VisuallyHidden>
    </a>
  );
}

function LookUp({ onUse }: { onUse: (found: { id: string; title: string }) => void }) {
  const t = useTexts(texts);
  const [words, setWords] = useState('');
  const lookup = useMutation({ mutationFn: (channel: string) => api('POST /api/admin/channel-lookups', { body: { channel } }) });
  const failure = useFailureText(lookup.error);
  const reason = lookup.error instanceof ApiError ? lookup.error.fields.channel : undefined;
  const find = () => {
    if (words.trim() !== '') lookup.mutate(words);
  };
  const found = lookup.data;
  return (
    <div className={css.lookup}>
      <div className={css.find}>
        <TextField
          label={t.lookUp}
          hint={t.lookUpHint}
          error={lookup.isError ? (reason === undefined ? failure : (t.reasons[reason] ?? t.failed)) : undefined}
          value={words}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
          onKeyDown={(event) => {
            keepFormUnsent(event);
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) find();
          }}
        />
        <Button variant="secondary" isPending={lookup.isPending} pendingText={t.finding} onClick={find}>
          {t.find}
        </Button>
      </div>
      <div role="status">
        {found && (
          <div className={css.found}>
            <VisuallyHidden>{t.found}: </VisuallyHidden>
            <p className={css.name}>{found.title}</p>
            <p className={css.about}>{[found.handle, t.videos(found.videos)].filter(Boolean).join(' · ')}</p>
            <p className={css.channel}>
              <Button
                size="s"
                onClick={() => {
                  onUse(found);
                  lookup.reset();
                  setWords('');
                }}
              >
                {t.use}
              </Button>
              <ChannelLink id={found.id} />
            </p>
          </div>
        )}
      </div>
    </div>
  );
}
