/** A release's version: a digest, or a word in tests. It becomes the name of a folder, a part of addresses and of keys in a bucket. */
export const VERSION = /^[0-9a-z]{1,64}$/;

/** The name of one file of a build. */
export const FILE_NAME = /^[\w-][\w.-]{0,127}$/;
