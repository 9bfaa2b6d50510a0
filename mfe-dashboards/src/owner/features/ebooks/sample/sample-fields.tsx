import type { AdminEbook } from '@site/shared/contracts/admin-ebooks.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, toast, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { ActionFailure } from '../../../../signed-in/action-failure.tsx';
import { api } from '../../../../signed-in/api.ts';
import layout from '../../../../signed-in/layout.module.css';
import { OptionGroup } from '../../../common/more-options.tsx';
import { useRecordChange } from '../../../common/records.ts';
import { sizeOf } from '../../../files/size-of.ts';
import fieldsCss from '../book-fields.module.css';
import { type BookFieldsProps, fieldOf } from '../book-fields.tsx';
import { bookText, isSamePart, SAMPLE_RANGES, writtenSample } from '../book-text.ts';
import { ebookRecords } from '../ebooks-queries.ts';
import css from './sample-fields.module.css';
import { sampleTexts } from './sample-texts.ts';

const NUMBER = { inputMode: 'numeric', autoComplete: 'off' } as const;

/** Shows the public sample pages of a book. A book without a file has no sample. */
export function SampleFields({ ebook, ...props }: BookFieldsProps & { ebook: AdminEbook }) {
  const t = useTexts(sampleTexts);
  const preferences = usePreferences();
  const { text, problems } = props;
  const { id, sampling } = ebook;
  const saved = bookText(ebook, preferences);
  const again = useRecordChange(ebookRecords, id, () =>
    api('PUT /api/admin/ebooks/:id/sample', { params: { id }, body: writtenSample(saved) }),
  );
  if (!ebook.hasFile) return null;
  const kind = SAMPLE_RANGES.find((known) => known === text.range) ?? 'none';
  const isRange = kind === 'range';
  const refused = isRange ? undefined : (problems['range.firstPage'] ?? problems['range.lastPage']);
  const canRepeat = sampling && sampling.state !== 'waiting' && isSamePart('sample', text, saved);
  return (
    <OptionGroup title={t.title} value={isRange ? t.pages(text['range.firstPage'], text['range.lastPage']) : t[kind]}>
      <p className={layout.soft}>{t.hint}</p>
      <div role="status" className={css.standing}>
        <Standing ebook={ebook} />
      </div>
      <Select
        {...fieldOf(props, 'range')}
        error={problems.range ?? refused}
        label={t.choice}
        options={SAMPLE_RANGES.map((value) => ({ value, label: t[value] }))}
      />
      {isRange && (
        <>
          <div className={fieldsCss.group}>
            <TextField {...fieldOf(props, 'range.firstPage')} {...NUMBER} label={t.firstPage} />
            <TextField {...fieldOf(props, 'range.lastPage')} {...NUMBER} label={t.lastPage} />
          </div>
          <p className={layout.soft}>{t.rangeHint}</p>
        </>
      )}
      <ActionFailure error={again.error} what={t.failed} />
      {canRepeat && (
        <div>
          <Button
            size="s"
            variant="secondary"
            isPending={again.isPending}
            onClick={() => again.mutate(undefined, { onSuccess: () => toast.success(t.saved) })}
          >
            {t.again}
          </Button>
        </div>
      )}
    </OptionGroup>
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
