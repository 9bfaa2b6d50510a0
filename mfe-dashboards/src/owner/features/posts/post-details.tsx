import { type AdminPost, EditedPostSchema } from '@site/shared/contracts/admin-posts.ts';
import { POST_KINDS, POST_LIMITS, type PostKind } from '@site/shared/contracts/post-rules.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, paths, useTexts } from '@site/shared/site/site.ts';
import { inForm } from '../../../drafts/draft-storage.ts';
import { FieldConflict } from '../../../drafts/field-conflict.tsx';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { findReason, reasonsOf } from '../../common/reasons.ts';
import { useRecordForm } from '../../common/use-record-form.ts';
import { postRecords } from './posts-queries.ts';
import { texts } from './texts.ts';

const FIELDS = ['kind', 'slug', 'tags'] as const;
type Typed = { readonly kind: PostKind; readonly slug: string; readonly tags: string };

const typedOf = ({ kind, slug, tags }: AdminPost): Typed => ({ kind, slug: slug ?? '', tags: tags.join(', ') });

/** Edits kind, slug and topics of a post. */
export function PostDetails({ post }: { post: AdminPost }) {
  const t = useTexts(texts);
  const { id, revision } = post;
  const written = ({ kind, slug, tags }: Typed) => ({
    revision,
    kind,
    slug,
    tags: tags
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  });
  const form = useRecordForm({
    kind: postRecords,
    record: post,
    place: inForm,
    textOf: typedOf,
    save: (typed) => api('PUT /api/admin/posts/:id', { params: { id }, body: written(typed) }),
    savedText: t.saved,
  });
  const { body: shown, reasons } = form;
  const problemOf = (field: string): string | undefined => {
    const reason = findReason(reasons, field);
    return reason === undefined ? undefined : (t.fieldProblems[reason as keyof typeof t.fieldProblems] ?? t.fieldProblems.too_long);
  };
  const change = (part: Partial<Typed>) => {
    form.change(part);
    form.refuse({});
  };

  const wordsOf = (field: (typeof FIELDS)[number], text: Typed): string => (field === 'kind' ? t.kinds[text.kind] : text[field]);
  return (
    <Panel title={t.details}>
      <form
        data-keep={`post ${id}`}
        className={layout.lines}
        onSubmit={(event) => form.submit(event, () => reasonsOf(EditedPostSchema, written(shown)))}
        noValidate
        aria-label={t.details}
      >
        <Select
          label={t.kind}
          value={shown.kind}
          onChange={(event) => change({ kind: POST_KINDS.find((kind) => kind === event.target.value) ?? 'text' })}
          options={POST_KINDS.map((kind) => ({ value: kind, label: t.kinds[kind] }))}
        />
        <TextField
          label={t.slug}
          hint={post.slug ? t.slugHint(paths.post.href(post.slug)) : t.slugFree}
          error={problemOf('slug')}
          maxLength={POST_LIMITS.slug}
          autoCapitalize="none"
          spellCheck={false}
          value={shown.slug}
          onChange={(event) => change({ slug: event.currentTarget.value })}
        />
        <TextField
          label={t.tags}
          hint={t.tagsHint}
          error={problemOf('tags')}
          value={shown.tags}
          onChange={(event) => change({ tags: event.currentTarget.value })}
        />
        <FieldConflict
          title={t.detailsConflict}
          form={form}
          fields={FIELDS.map((field) => [t[field], (text: Typed) => wordsOf(field, text)])}
        />
        <ActionFailure error={Object.keys(reasons).length === 0 && form.error} what={t.saveDetailsFailed} />
        <div className={layout.row}>
          <Button
            type="submit"
            variant="secondary"
            disabled={!form.draft || form.isStale}
            isPending={form.isSaving}
            pendingText={t.savingDetails}
          >
            {t.save}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
