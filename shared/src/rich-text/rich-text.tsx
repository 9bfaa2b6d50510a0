import { Link } from '@site/shared/site/site.ts';
import type { ReactNode } from 'react';
import { POST_PICTURE_WIDTHS } from '../contracts/pictures.ts';
import { inOrder } from '../drawing/in-order.ts';
import type { Block, EmbeddedBlock, Inline, List, Mark, RichText } from './contract.ts';
import { addressOfPicture, type PictureAttrs, sourceSetOf } from './picture-address.ts';
import css from './rich-text.module.css';

type RichTextViewProps = {
  readonly text: RichText;
  /** The language of the text. */
  readonly lang: string;
  /** Renders an episode or ebook of the site, or a player; null for one that no longer exists. */
  readonly drawEmbed: (block: EmbeddedBlock) => ReactNode;
};

/** Renders a text of the owner for reading. */
export function RichTextView({ text, lang, drawEmbed }: RichTextViewProps) {
  return (
    <div className={css.text} lang={lang}>
      {inOrder(text.content, (block) => (
        <Drawn block={block} drawEmbed={drawEmbed} />
      ))}
    </div>
  );
}

function Drawn({ block, drawEmbed }: { block: Block } & Pick<RichTextViewProps, 'drawEmbed'>) {
  switch (block.type) {
    case 'paragraph':
      return <p>{drawLine(block.content)}</p>;
    case 'heading':
      return block.attrs.level === 2 ? <h2>{drawLine(block.content)}</h2> : <h3>{drawLine(block.content)}</h3>;
    case 'blockquote':
      return (
        <blockquote>
          {inOrder(block.content, ({ content }) => (
            <p>{drawLine(content)}</p>
          ))}
        </blockquote>
      );
    case 'bullet_list':
    case 'ordered_list':
      return <DrawnList list={block} />;
    case 'horizontal_rule':
      return <hr />;
    case 'passage': {
      const { text, reference, translation } = block.attrs;
      return (
        <figure className={css.passage}>
          <blockquote>
            <p>{text}</p>
          </blockquote>
          <figcaption>{[reference, translation].filter(Boolean).join(' · ')}</figcaption>
        </figure>
      );
    }
    case 'picture':
      return <DrawnPicture picture={block.attrs} />;
    default:
      return drawEmbed(block);
  }
}

/** The picture is as wide as the column of text, or as the screen if the screen is narrower. */
const SIZES = '(min-width: 46rem) 44rem, 100vw';

function DrawnPicture({ picture }: { picture: PictureAttrs }) {
  const { width, height, alt, caption } = picture;
  return (
    <figure className={css.picture}>
      <picture>
        <source type="image/avif" srcSet={sourceSetOf(picture, 'avif')} sizes={SIZES} />
        <img
          src={addressOfPicture(picture, POST_PICTURE_WIDTHS[1], 'webp')}
          srcSet={sourceSetOf(picture, 'webp')}
          sizes={SIZES}
          width={width}
          height={height}
          alt={alt}
          loading="lazy"
          decoding="async"
        />
      </picture>
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  );
}

function DrawnList({ list }: { list: List }) {
  const items = inOrder(list.content, ({ content: [paragraph, inner] }) => (
    <li>
      {drawLine(paragraph.content)}
      {inner && <DrawnList list={inner} />}
    </li>
  ));
  return list.type === 'bullet_list' ? <ul>{items}</ul> : <ol start={list.attrs.order}>{items}</ol>;
}

const drawLine = (content: readonly Inline[] = []): ReactNode => inOrder(content, drawWords);

function drawWords(part: Inline): ReactNode {
  if (part.type === 'hard_break') return <br />;
  let drawn: ReactNode = part.text;
  for (const mark of [...(part.marks ?? [])].reverse()) drawn = drawMarked(mark, drawn);
  return drawn;
}

function drawMarked(mark: Mark, words: ReactNode): ReactNode {
  if (mark.type === 'strong') return <strong>{words}</strong>;
  if (mark.type === 'em') return <em>{words}</em>;
  const { href } = mark.attrs;
  return href.startsWith('/') ? <Link to={href}>{words}</Link> : <a href={href}>{words}</a>;
}
