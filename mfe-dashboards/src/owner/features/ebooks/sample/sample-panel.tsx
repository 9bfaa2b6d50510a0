import { type AdminEbook, SetSampleSchema } from '@site/shared/contracts/admin-ebooks.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, toast, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { type FormEvent, useRef, useState } from 'react';
import { ActionFailure } from '../../../../signed-in/action-failure.tsx';
import { api } from '../../../../signed-in/api.ts';
import layout from '../../../../signed-in/layout.module.css';
import { Panel } from '../../../../signed-in/panel.tsx';
import { focusRefused } from '../../../common/focus-refused.ts';
import { reasonsIn, reasonsOf } from '../../../common/reasons.ts';
import { useRecordChange } from '../../../common/records.ts';
import { sizeOf } from '../../../files/size-of.ts';
import fieldsCss from '../book-fields.module.css';
import { ebookRecords } from '../ebooks-queries.ts';
import { texts } from '../texts.ts';
import css from './sample-panel.module.css';
import { sampleTexts } from './sample-texts.ts';

type Choice = 'none' | 'firstTenth' | 'range';

/** What everybody may read of a book: how it stands, and the form that sets it. */
export function SamplePanel({ ebook }: { ebook: AdminEbook }) {
  const t = useTexts(sampleTexts);
  return (
    <Panel title={t.title}>
      <div className={layout.stack}>
        <p className={layout.soft}>{t.hint}</p>
        <div role="status" className={css.standing}>
          <Standing ebook={ebook} />
        </div>
        <SampleForm ebook={ebook} />
      </div>
    </Panel>
  );
}

function Standing({ ebook: { sample, sampling } }: { ebook: AdminEbook }) {
  const t = useTexts(sampleTexts);
  const { locale } = usePreferences();
  const { moment } = useFormats();
  if (sampling?.problem)
    return (
      <p className={layout.problem}>
        {t.notMade} {t.reasons[sampling.problem]}
      </p>
    );
  const isWaiting = sampling?.state === 'waiting';
  return (
    <>
      {isWaiting && <p>{`${t.waiting}${sample ? ` ${t.older}` : ''}`}</p>}
      {sample && sampling?.madeAt && (
        <>
          <p className={css.facts}>
            {t.facts(sample.pages, sizeOf(sample.bytes, locale))}
            <br />
            <span className={layout.soft}>{t.madeAt(moment(sampling.madeAt))}</span>
          </p>
          <a href={sample.path} target="_blank" rel="noreferrer" type="application/pdf">
            {t.open}
          </a>
        </>
      )}
    </>
  );
}

const choiceOf = ({ sampling }: AdminEbook): Choice => {
  if (!sampling) return 'none';
  return sampling.firstPage === null ? 'firstTenth' : 'range';
};

const pageOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

function SampleForm({ ebook }: { ebook: AdminEbook }) {
  const t = useTexts(sampleTexts);
  const tEbook = useTexts(texts);
  const form = useRef<HTMLFormElement>(null);
  const { sampling } = ebook;
  const [choice, setChoice] = useState(() => choiceOf(ebook));
  const [pages, setPages] = useState({ firstPage: String(sampling?.firstPage ?? ''), lastPage: String(sampling?.lastPage ?? '') });
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  const save = useRecordChange(ebookRecords, ebook.id, (body: SampleBody) =>
    api('PUT /api/admin/ebooks/:id/sample', { params: { id: ebook.id }, body }),
  );
  const isSame =
    choice === choiceOf(ebook) &&
    (choice !== 'range' || (pageOf(pages.firstPage) === sampling?.firstPage && pageOf(pages.lastPage) === sampling?.lastPage));

  const control = (field: keyof typeof pages) => ({
    value: pages[field],
    error: reasons[`range.${field}`] && (t.problems[reasons[`range.${field}`] ?? ''] ?? t.problems.required),
    onChange: (event: { currentTarget: { value: string } }) => {
      setPages({ ...pages, [field]: event.currentTarget.value });
      setReasons({});
    },
  });

  function refuse(found: Readonly<Record<string, string>>): boolean {
    setReasons(found);
    const isRefused = Object.keys(found).length > 0;
    if (isRefused) focusRefused(form.current);
    return isRefused;
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending) return;
    save.reset();
    const body = bodyOf(choice, pages);
    if (refuse(reasonsOf(SetSampleSchema, body))) return;
    save.mutate(body, {
      onSuccess: () => toast.success(choice === 'none' ? t.removed : t.saved),
      onError: (error) => refuse(reasonsIn(error)),
    });
  }

  return (
    <form ref={form} className={layout.stack} onSubmit={submit} noValidate aria-label={t.title}>
      <Select
        label={t.choice}
        value={choice}
        options={(['none', 'firstTenth', 'range'] as const).map((value) => ({ value, label: t[value] }))}
        onChange={(event) => {
          setChoice(event.currentTarget.value as Choice);
          setReasons({});
        }}
      />
      {choice === 'range' && (
        <>
          <div className={fieldsCss.group}>
            <TextField {...control('firstPage')} label={t.firstPage} inputMode="numeric" autoComplete="off" />
            <TextField {...control('lastPage')} label={t.lastPage} inputMode="numeric" autoComplete="off" />
          </div>
          <p className={layout.soft}>{t.rangeHint}</p>
        </>
      )}
      <ActionFailure error={(choice !== 'range' || Object.keys(reasons).length === 0) && save.error} what={t.failed}>
        {Object.values(reasons).map((reason) => t.problems[reason])[0]}
      </ActionFailure>
      {!(isSame && (choice === 'none' || sampling?.state === 'waiting')) && (
        <div>
          <Button type="submit" size="s" variant={isSame ? 'secondary' : 'primary'} isPending={save.isPending} pendingText={tEbook.saving}>
            {isSame ? t.again : t.save}
          </Button>
        </div>
      )}
    </form>
  );
}

type SampleBody = { range: { firstPage: number | null; lastPage: number | null } | null };

function bodyOf(choice: Choice, { firstPage, lastPage }: Readonly<Record<'firstPage' | 'lastPage', string>>): SampleBody {
  if (choice === 'none') return { range: null };
  if (choice === 'firstTenth') return { range: { firstPage: null, lastPage: null } };
  return { range: { firstPage: pageOf(firstPage), lastPage: pageOf(lastPage) } };
}
