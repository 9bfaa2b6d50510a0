import type { LetterConnection, LetterMail } from '../../../gateways/mail/letter-mail.ts';

/** The connections over which letters go out beside each other: each lane has one, opened when it is needed. */
export function createLanes(letterMail: LetterMail, count: number) {
  const connections: (LetterConnection | null)[] = Array.from({ length: count }, () => null);
  const openings: Promise<LetterConnection>[] = [];
  return {
    lanes: connections.map((_, lane) => lane),
    /** The lane's connection, if it can take another letter. */
    getOpen(lane: number): LetterConnection | null {
      const connection = connections[lane];
      return connection?.isOpen() ? connection : null;
    },
    /** A new connection for this lane; null where the mail server takes no more than those that are open. Throws when none is. */
    async connect(lane: number): Promise<LetterConnection | null> {
      const opening = letterMail.connect();
      openings[lane] = opening;
      try {
        const connection = await opening;
        connections[lane] = connection;
        return connection;
      } catch (error) {
        const all = await Promise.allSettled(Object.values(openings));
        if (all.some((one) => one.status === 'fulfilled' && one.value.isOpen())) return null;
        throw error;
      }
    },
    close(): void {
      connections.forEach((connection, lane) => {
        connection?.close();
        connections[lane] = null;
      });
    },
  };
}

export type Lanes = ReturnType<typeof createLanes>;
