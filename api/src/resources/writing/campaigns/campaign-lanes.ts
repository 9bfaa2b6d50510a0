import type { CampaignConnection, CampaignMail } from '../../../gateways/mail/campaign-mail.ts';

/** Creates parallel lanes for sending emails. Each lane opens its own connection to the mail server when the lane has an email to send. */
export function createLanes(campaignMail: CampaignMail, count: number) {
  const connections: (CampaignConnection | null)[] = Array.from({ length: count }, () => null);
  const openings: Promise<CampaignConnection>[] = [];
  return {
    lanes: connections.map((_, lane) => lane),
    /** Returns the lane's connection if it can send another email. */
    getOpen(lane: number): CampaignConnection | null {
      const connection = connections[lane];
      return connection?.isOpen() ? connection : null;
    },
    /**
     * Opens a connection for the lane. Returns null when the mail server refuses the connection but other lanes have open ones. Throws when
     * no lane has an open connection.
     */
    async connect(lane: number): Promise<CampaignConnection | null> {
      const opening = campaignMail.connect();
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
