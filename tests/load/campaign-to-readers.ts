import { AdminCampaignSchema } from '@site/shared/contracts/admin-campaigns.ts';
import { CONSENT_VERSION } from '@site/shared/contracts/form-rules.ts';
import * as v from 'valibot';
import type { Service } from '../../api/local/service.ts';
import { toolsOf } from '../contract/api/site-tools.ts';
import { startOnly } from '../contract/stand-ins/targets.ts';
import { freePorts } from '../setup/free-ports.ts';
import { apiProcess, environmentsIn } from '../setup/site-process.ts';

/** The book that buyers can buy meanwhile. */
export const BOOK = 'sementes';

export type CampaignSite = {
  tools: ReturnType<typeof toolsOf>;
  /** The site's folder. */
  dir: string;
  /** The environment of the first API. */
  environment: Record<string, string>;
  apis: readonly Service[];
  addresses: readonly string[];
  campaignId: string;
  /** Starts the issue now instead of after its minute. */
  begin: () => Promise<void>;
  close: () => Promise<void>;
};

/** Starts two APIs with this many confirmed readers, and a newsletter issue to all of them that was just sent. */
export async function openCampaignSite(readers: number, database: string | undefined): Promise<CampaignSite> {
  const { site, dir, close: closeSite } = await startOnly(['data', 'identity', 'mail', 'payments'], database);
  const tools = toolsOf(site);
  const environment: Record<string, string> = { ...environmentsIn(site.addresses, dir).api, CAMPAIGNS_PER_SECOND: '1000' };
  const environments = [environment, { ...environment, API_PORT: String((await freePorts()).api) }];
  const apis = environments.map((env) => apiProcess(dir, env));
  const close = async () => {
    await Promise.all(apis.map((api) => api.stop()));
    await closeSite();
  };
  try {
    await Promise.all(apis.map((api) => api.start()));
    await tools.addBooks({ id: BOOK });
    await tools.addPdf(BOOK);
    await addReaders(tools, readers);
    const campaignId = await sendCampaign(tools);
    return {
      ...{ tools, dir, environment, apis, campaignId, close },
      addresses: environments.map(({ API_PORT }) => `http://127.0.0.1:${API_PORT}`),
      begin: async () => {
        await tools.rows('PATCH', `campaigns?id=eq.${campaignId}`, { send_at: new Date(Date.now() - 1_000).toISOString() });
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function addReaders(tools: CampaignSite['tools'], readers: number): Promise<void> {
  for (let from = 0; from < readers; from += 1_000) {
    const some = Array.from({ length: Math.min(1_000, readers - from) }, (_, index) => ({
      email: `leitora-${from + index}@leitores.test`,
      state: 'confirmed',
      locale: index % 4 === 0 ? 'en' : 'pt-BR',
      source: 'footer',
      consent_version: CONSENT_VERSION,
      confirmed_at: new Date().toISOString(),
    }));
    await tools.rows('POST', 'newsletter_subscribers?select=id', some);
  }
  // An earlier busy day lifts the limit of the first day.
  const day = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
  await tools.rows('POST', 'campaign_days', [{ day, handed: readers }]);
}

async function sendCampaign(tools: CampaignSite['tools']): Promise<string> {
  let token = await tools.signIn('admin');
  const ask = async (method: string, path: string, body?: unknown) => {
    const { status, json, text } = await tools.call(method, `/api/admin/${path}`, { token, ...(body === undefined ? {} : { body }) });
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
    return json;
  };
  const askCampaign = async (method: string, path: string, body?: unknown) =>
    v.parse(AdminCampaignSchema, await ask(method, `campaigns${path}`, body));
  const post = await ask('POST', 'posts', { kind: 'text' });
  const words = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Uma estrada de terra. '.repeat(100) }] }] };
  await ask('PUT', `posts/${post.id}/drafts/pt-BR`, { revision: 1, title: 'Estrada', lead: '', body: words });
  await ask('POST', `posts/${post.id}/publication`, { revision: post.revision, drafts: { 'pt-BR': 2, en: 1 }, at: null });
  const { id } = await askCampaign('POST', '', { postId: post.id });
  const { revision } = await askCampaign('POST', `/${id}/test`, { locale: 'pt-BR' });
  token = await tools.signIn('admin');
  await askCampaign('POST', `/${id}/sending`, { revision, at: null });
  return id;
}
