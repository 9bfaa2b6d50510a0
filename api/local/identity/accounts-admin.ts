/** An account as `accounts:batchGet` gives it and `accounts:batchCreate` takes it. */
export type Account = { localId: string; email?: string; [field: string]: unknown };

export type AccountsAdmin = {
  list: () => Promise<Account[]>;
  /** Adds accounts; throws when the emulator refuses one. */
  add: (accounts: Account[]) => Promise<void>;
  configure: (config: Record<string, unknown>) => Promise<void>;
};

/** The emulator's own admin calls. `pass` lets them through before the server is ready. */
export function connectAccountsAdmin({ base, projectId, pass }: { base: string; projectId: string; pass: string }): AccountsAdmin {
  const accounts = `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`;
  const call = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const response = await fetch(base + path, {
      method,
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json', 'x-internal-pass': pass },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
    return (await response.json()) as Record<string, unknown>;
  };
  return {
    list: async () => ((await call('GET', `${accounts}:batchGet?maxResults=-1`)).users ?? []) as Account[],
    add: async (users) => {
      if (users.length === 0) return;
      const { error } = await call('POST', `${accounts}:batchCreate`, { users, sanityCheck: true });
      if (Array.isArray(error) && error.length > 0) throw new Error(`accounts were refused: ${JSON.stringify(error)}`);
    },
    configure: async (config) => {
      await call('PATCH', `/emulator/v1/projects/${projectId}/config`, config);
    },
  };
}
