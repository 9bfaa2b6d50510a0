import { invalid } from '../errors.ts';
import type { Local } from '../local.ts';
import { balanceTransactionOf } from '../objects/balance-transaction.ts';
import type { LineItem, List } from '../wire.ts';
import { paginate } from './lists.ts';

type Node = { [field: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a page of a session's line items, ten by default. */
export function lineItemsOf(local: Local, sessionId: string, page: Parameters<typeof paginate>[1] = {}): List<LineItem> {
  const lines = local.store.checkouts.get(sessionId)?.lineItems ?? [];
  return paginate([...lines], page, `/v1/checkout/sessions/${sessionId}/line_items`);
}

function objectOf(local: Local, field: string, id: string): object | undefined {
  const { store } = local;
  switch (field) {
    case 'payment_intent':
      return store.intents.get(id);
    case 'charge':
    case 'latest_charge':
      return store.charges.get(id);
    case 'balance_transaction':
      return balanceTransactionOf(local, id);
    case 'source':
      return store.charges.get(id) ?? store.refunds.get(id) ?? store.disputes.get(id) ?? store.payouts.get(id);
    case 'product':
      return store.products.get(id);
    default:
      return undefined;
  }
}

function expandField(local: Local, node: Node, field: string): void {
  if (field === 'line_items' && node.object === 'checkout.session') {
    node.line_items ??= structuredClone(lineItemsOf(local, String(node.id)));
    return;
  }
  const value = node[field];
  if (value === null || isNode(value)) return;
  const found = typeof value === 'string' ? objectOf(local, field, value) : undefined;
  if (!found) throw invalid(`This property cannot be expanded (${field}).`, 'expand');
  node[field] = structuredClone(found);
}

/**
 * Returns a copy of `answer` in which each path of `expand`, such as `payment_intent.latest_charge`, holds the object in place of its id.
 */
export function expandInto<T extends object>(local: Local, answer: T, paths: readonly string[]): T {
  if (paths.length === 0) return answer;
  const copy = structuredClone(answer);
  for (const path of paths) {
    let nodes: Node[] = [copy as Node];
    for (const field of path.split('.')) {
      nodes = nodes.flatMap((node) => {
        if (field === 'data' && Array.isArray(node.data)) return node.data.filter(isNode);
        expandField(local, node, field);
        const next = node[field];
        return isNode(next) ? [next] : [];
      });
    }
  }
  return copy;
}
