/**
 * Returns whether a storage error means that the file does not exist. Storage services before v1.67.18 send no code: they answer 400 with
 * `statusCode: "404"`, also for a missing bucket.
 */
export function isMissingFile(error: Error): boolean {
  const { code, status, statusCode } = error as { code?: string; status?: number; statusCode?: string };
  if (code !== undefined) return code === 'NoSuchKey';
  return (statusCode === '404' || status === 404) && !/bucket not found/i.test(error.message);
}

/** Returns whether a storage error means that the file exists already. */
export function isExistingFile(error: Error): boolean {
  const { code, status, statusCode } = error as { code?: string; status?: number; statusCode?: string };
  return code === 'KeyAlreadyExists' || statusCode === '409' || status === 409;
}
