import { apply } from '@oddbird/popover-polyfill/fn';
import './popovers.css';

/** Adds popovers to browsers without them, such as Safari 16 and Firefox 124. */
export const addPopovers = apply;
