import type { User } from '@site/shared/contracts/admin-users.ts';
import { useEffect, useRef } from 'react';
import css from './avatar.module.css';
import { initialsOf } from './initials.ts';
import { useUserPhoto } from './user-photo.ts';

/** Twice the displayed size, for high-density screens. */
const SIDE = 72;

/** Shows the user's picture. Shows the initials while the picture loads, and if there is none. The name is shown next to the picture. */
export function Avatar({ user }: { user: User }) {
  const { data: photo } = useUserPhoto(user.photoURL);
  const canvas = useRef<HTMLCanvasElement>(null);

  // A canvas is painted outside React. The picture is cropped around its middle to fit the circle.
  useEffect(() => {
    const paper = canvas.current?.getContext('2d');
    if (!photo || !paper) return;
    const side = Math.min(photo.width, photo.height);
    paper.drawImage(photo, (photo.width - side) / 2, (photo.height - side) / 2, side, side, 0, 0, SIDE, SIDE);
  }, [photo]);

  return (
    <span className={css.avatar} aria-hidden="true">
      {photo ? <canvas ref={canvas} width={SIDE} height={SIDE} className={css.photo} /> : initialsOf(user)}
    </span>
  );
}
