import type { User } from '@site/shared/contracts/admin-users.ts';
import { useEffect, useRef } from 'react';
import css from './avatar.module.css';
import { initialsOf } from './initials.ts';
import { useUserPhoto } from './user-photo.ts';

/** Twice what it takes on the page, for fine screens. */
const SIDE = 72;

/** The user's picture; initials before it is here and where there is none. The name stands beside it. */
export function Avatar({ user }: { user: User }) {
  const { data: photo } = useUserPhoto(user.photoURL);
  const canvas = useRef<HTMLCanvasElement>(null);

  // A canvas is painted outside of React. What does not fit the circle is cut off around the middle.
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
