import type { RemoteName } from '@site/shared/federation/remote.ts';

/**
 * Why a remote is unavailable. `unknown`: not in the registry. `contract`: built for another contract. `code`: its code did not load or
 * run.
 */
export type RemoteFailureReason = 'unknown' | 'contract' | 'code';

export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';
  readonly remote: RemoteName;
  readonly reason: RemoteFailureReason;

  constructor(remote: RemoteName, reason: RemoteFailureReason, options?: ErrorOptions) {
    super(`${remote}: ${reason}`, options);
    this.remote = remote;
    this.reason = reason;
  }
}
