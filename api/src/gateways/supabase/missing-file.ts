/**
 * Whether a failure of the storage service says that there is no such file. Services before v1.67.18 name no code, and answer 400 with
 * `statusCode: "404"`, as they also do for a bucket that is not there.
 */
export function isMissingFile(error: Error): boolean {
  const { code, status, statusCode } = error as { code?: string; status?: number; statusCode?: string };
  if (code !== undefined) return code === 'NoSuchKey';
  return (statusCode === '404' || status === 404) && !/bucket not found/i.test(error.message);
}
