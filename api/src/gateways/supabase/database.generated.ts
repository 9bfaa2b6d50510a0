// Drawn from supabase/schemas by `npm run database-types`; not written by hand.
import { CurrencySchema } from '@site/shared/money/money.ts';
import * as v from 'valibot';
import type { Json, SqlFunction } from './sql-types.ts';

/** The columns of each table, as JSON has them. */
export const tables = {
  accounts: v.object({
    uid: v.string(),
    signed_out_at: v.nullable(v.string()),
    deleted_at: v.nullable(v.string()),
  }),
  admin_code: v.object({
    is_only: v.boolean(),
    digest: v.string(),
    wrong_tries: v.number(),
    made_at: v.string(),
    expires_at: v.string(),
  }),
  audit_log: v.object({
    id: v.number(),
    at: v.string(),
    actor_uid: v.string(),
    actor_email: v.string(),
    request_id: v.string(),
    action: v.string(),
    subject_kind: v.picklist(['order', 'account', 'ebook', 'episode', 'content', 'setting', 'message', 'subscriber', 'mail', 'team', 'import', 'person', 'post', 'promotion', 'campaign', 'series', 'episode_series']),
    subject_id: v.string(),
    before: v.nullable(v.unknown()),
    after: v.nullable(v.unknown()),
  }),
  automatic_drafts: v.object({
    about_kind: v.picklist(['episode', 'ebook']),
    about_id: v.string(),
    noted_at: v.string(),
    settled_at: v.nullable(v.string()),
    post_id: v.nullable(v.string()),
    campaign_id: v.nullable(v.string()),
  }),
  balance_reading: v.object({
    is_only: v.boolean(),
    read_until: v.string(),
    reading_until: v.nullable(v.string()),
    after_id: v.nullable(v.string()),
    is_whole: v.boolean(),
  }),
  book_interest: v.object({
    id: v.string(),
    ebook_id: v.string(),
    email: v.string(),
    locale: v.picklist(['pt-BR', 'en']),
    asked_at: v.string(),
    confirmed_at: v.nullable(v.string()),
  }),
  bundles: v.object({
    id: v.string(),
    title: v.string(),
    ebook_ids: v.array(v.string()),
    percent: v.number(),
    starts_at: v.nullable(v.string()),
    ends_at: v.nullable(v.string()),
    revision: v.number(),
    created_at: v.string(),
    archived_at: v.nullable(v.string()),
  }),
  campaign_covers: v.object({
    key: v.string(),
  }),
  campaign_days: v.object({
    day: v.string(),
    handed: v.number(),
  }),
  campaign_pace: v.object({
    is_only: v.boolean(),
    next_at: v.string(),
  }),
  campaign_recipients: v.object({
    campaign_id: v.string(),
    subscriber_id: v.string(),
    post_id: v.string(),
    generation: v.number(),
    locale: v.picklist(['pt-BR', 'en']),
    state: v.picklist(['waiting', 'handing', 'sent', 'refused', 'left', 'unknown', 'bounced', 'complained']),
    lease_until: v.nullable(v.string()),
    due_at: v.string(),
    claims: v.number(),
    attempts: v.number(),
    handed_at: v.nullable(v.string()),
    done_at: v.nullable(v.string()),
    error: v.nullable(v.string()),
  }),
  campaign_series: v.object({
    is_only: v.boolean(),
    state: v.picklist(['off', 'on', 'paused']),
    since: v.nullable(v.string()),
    takes_imports: v.boolean(),
    looked_at: v.nullable(v.string()),
    revision: v.number(),
  }),
  campaigns: v.object({
    id: v.string(),
    post_id: v.string(),
    state: v.picklist(['draft', 'scheduled', 'preparing', 'sending', 'paused', 'stopped', 'late', 'sent', 'cancelled']),
    segment: v.unknown(),
    heads: v.unknown(),
    send_at: v.nullable(v.string()),
    frozen: v.nullable(v.unknown()),
    prepared_after: v.nullable(v.string()),
    prepared_at: v.nullable(v.string()),
    prepared: v.number(),
    reason: v.nullable(v.string()),
    stopped_by: v.nullable(v.picklist(['refusals', 'complaints', 'deferrals', 'silence'])),
    agreed: v.nullable(v.unknown()),
    tested_digest: v.nullable(v.string()),
    failures: v.number(),
    rests: v.number(),
    rest_until: v.nullable(v.string()),
    watched_from: v.string(),
    totals: v.nullable(v.unknown()),
    unsubscribed: v.nullable(v.number()),
    revision: v.number(),
    created_by: v.string(),
    created_at: v.string(),
    ended_at: v.nullable(v.string()),
  }),
  channel_clips: v.object({
    id: v.string(),
    title: v.string(),
    fetched_at: v.string(),
  }),
  channel_sync: v.object({
    channel_id: v.string(),
    whole_at: v.nullable(v.string()),
    blocked_until: v.nullable(v.string()),
    units: v.number(),
    units_day: v.string(),
    added: v.number(),
    changed: v.number(),
    removed: v.number(),
  }),
  contact_messages: v.object({
    id: v.string(),
    number: v.number(),
    attempt_id: v.string(),
    name: v.string(),
    email: v.string(),
    subject: v.picklist(['podcast_inquiry', 'ebook_support', 'speaking_engagement', 'other']),
    message: v.string(),
    locale: v.picklist(['pt-BR', 'en']),
    state: v.picklist(['new', 'answered', 'closed', 'spam']),
    created_at: v.string(),
    assigned_to: v.nullable(v.string()),
    search_text: v.nullable(v.string()),
  }),
  content_drafts: v.object({
    id: v.string(),
    key: v.string(),
    body: v.unknown(),
    made_at: v.string(),
  }),
  content_versions: v.object({
    key: v.string(),
    version: v.number(),
    body: v.unknown(),
    published_by: v.string(),
    published_at: v.string(),
    restored_from: v.nullable(v.number()),
  }),
  coupon_amounts: v.object({
    coupon_id: v.string(),
    currency: CurrencySchema,
    minor: v.nullable(v.number()),
    minimum_minor: v.number(),
  }),
  coupon_uses: v.object({
    order_id: v.string(),
    coupon_id: v.string(),
    state: v.picklist(['held', 'used', 'released']),
    is_beyond: v.boolean(),
  }),
  coupons: v.object({
    id: v.string(),
    code: v.string(),
    percent: v.nullable(v.number()),
    ebook_ids: v.nullable(v.array(v.string())),
    starts_at: v.nullable(v.string()),
    ends_at: v.nullable(v.string()),
    max_uses: v.nullable(v.number()),
    max_per_buyer: v.nullable(v.number()),
    first_purchase: v.boolean(),
    stacks: v.boolean(),
    revision: v.number(),
    redeemed: v.number(),
    created_at: v.string(),
    archived_at: v.nullable(v.string()),
  }),
  currencies: v.object({
    code: v.string(),
    decimals: v.number(),
    is_sold_by_default: v.boolean(),
  }),
  current_entitlements: v.object({
    uid: v.nullable(v.string()),
    ebook_id: v.nullable(v.string()),
    by_id: v.nullable(v.string()),
    granted_at: v.nullable(v.string()),
  }),
  daily_notices: v.object({
    uid: v.string(),
    kind: v.picklist(['sale', 'message', 'refund']),
    subject: v.string(),
    noted_at: v.string(),
  }),
  deleted_addresses: v.object({
    digest: v.string(),
    deleted_at: v.string(),
  }),
  dispute_transactions: v.object({
    id: v.string(),
    order_id: v.string(),
    net_minor: v.number(),
    happened_at: v.string(),
  }),
  disputes: v.object({
    id: v.string(),
    order_id: v.string(),
    reason: v.picklist(['credit_not_processed', 'debit_not_authorized', 'duplicate', 'fraudulent', 'general', 'incorrect_account_details', 'insufficient_funds', 'product_not_received', 'product_unacceptable', 'subscription_canceled', 'unrecognized']),
    amount_minor: v.number(),
    currency: CurrencySchema,
    state: v.picklist(['needs_response', 'under_review', 'won', 'lost', 'closed']),
    due_by: v.nullable(v.string()),
    is_refundable: v.boolean(),
    evidence_at: v.nullable(v.string()),
    opened_at: v.string(),
    closed_at: v.nullable(v.string()),
  }),
  doctor_runs: v.object({
    service: v.string(),
    is_well: v.boolean(),
    checked_at: v.string(),
    found: v.nullable(v.unknown()),
  }),
  ebook_announcements: v.object({
    ebook_id: v.string(),
    version: v.number(),
    told_up_to: v.string(),
  }),
  ebook_files: v.object({
    ebook_id: v.string(),
    format: v.picklist(['pdf', 'epub', 'audio']),
    version: v.number(),
    key: v.string(),
    bytes: v.nullable(v.number()),
    facts: v.unknown(),
    replaced_at: v.nullable(v.string()),
  }),
  ebook_sales: v.object({
    ebook_id: v.string(),
    currency: v.string(),
    amount_minor: v.number(),
    starts_at: v.string(),
    ends_at: v.string(),
  }),
  ebook_samples: v.object({
    ebook_id: v.string(),
    first_page: v.nullable(v.number()),
    last_page: v.nullable(v.number()),
    revision: v.number(),
    state: v.picklist(['waiting', 'ready', 'failed']),
    problem: v.nullable(v.picklist(['encrypted', 'damaged', 'too_large', 'too_costly', 'hidden_layers', 'beyond_end', 'whole_book', 'missing'])),
    wanted_at: v.string(),
    key: v.nullable(v.string()),
    pages: v.nullable(v.number()),
    bytes: v.nullable(v.number()),
    made_at: v.nullable(v.string()),
  }),
  ebooks_metadata: v.object({
    id: v.string(),
    title: v.string(),
    description: v.string(),
    author: v.string(),
    language: v.string(),
    filename: v.string(),
    cover_version: v.nullable(v.string()),
    cover_color: v.nullable(v.string()),
    state: v.picklist(['draft', 'published', 'archived']),
    is_priced: v.boolean(),
    revision: v.number(),
    created_at: v.string(),
    changed_at: v.string(),
    search_text: v.nullable(v.string()),
    launch_at: v.nullable(v.string()),
    launched_at: v.nullable(v.string()),
    launch_no: v.number(),
    is_sold_ahead: v.boolean(),
    has_file: v.boolean(),
  }),
  ended_sessions: v.object({
    uid: v.string(),
    signed_in_at: v.number(),
    ended_at: v.string(),
  }),
  entitlements: v.object({
    copy_id: v.string(),
    ebook_id: v.string(),
    uid: v.string(),
    granted_at: v.string(),
    revoked_at: v.nullable(v.string()),
    downloads: v.number(),
    first_downloaded_at: v.nullable(v.string()),
    last_downloaded_at: v.nullable(v.string()),
    shows_name: v.boolean(),
  }),
  episode_audio: v.object({
    episode_id: v.string(),
    version: v.string(),
    url: v.nullable(v.string()),
    type: v.picklist(['audio/mpeg', 'audio/mp4']),
    bytes: v.number(),
    seconds: v.number(),
  }),
  episode_ebooks: v.object({
    episode_id: v.string(),
    ebook_id: v.string(),
    position: v.number(),
  }),
  episode_series: v.object({
    id: v.string(),
    slug: v.string(),
    title: v.string(),
    description: v.string(),
    revision: v.number(),
    changed_at: v.string(),
  }),
  episode_series_parts: v.object({
    episode_id: v.string(),
    series_id: v.string(),
    position: v.number(),
  }),
  episode_series_slugs: v.object({
    slug: v.string(),
    series_id: v.string(),
  }),
  episode_slugs: v.object({
    slug: v.string(),
    episode_id: v.string(),
    given_at: v.string(),
  }),
  episodes: v.object({
    id: v.string(),
    origin: v.picklist(['channel', 'own']),
    slug: v.string(),
    title: v.string(),
    description: v.string(),
    published_at: v.string(),
    duration_seconds: v.number(),
    spotify_url: v.nullable(v.string()),
    fetched_at: v.string(),
    changed_at: v.string(),
    removed_at: v.nullable(v.string()),
    media: v.nullable(v.unknown()),
    picture_source: v.nullable(v.string()),
    picture_version: v.nullable(v.string()),
    picture_color: v.nullable(v.string()),
    picture_attempts: v.number(),
    picture_due_at: v.string(),
    is_hidden: v.boolean(),
    has_own_slug: v.boolean(),
    categories: v.array(v.string()),
    notes: v.unknown(),
    own_picture_version: v.nullable(v.string()),
    own_picture_color: v.nullable(v.string()),
    revision: v.number(),
    channel_id: v.nullable(v.string()),
    is_archived: v.boolean(),
    is_draft: v.boolean(),
    publish_at: v.nullable(v.string()),
    guid: v.nullable(v.string()),
    season: v.nullable(v.number()),
    number: v.nullable(v.number()),
    kind: v.picklist(['full', 'trailer', 'bonus']),
    is_shown: v.boolean(),
    search_text: v.nullable(v.string()),
    category_text: v.nullable(v.string()),
  }),
  failed_work: v.object({
    job: v.string(),
    unit: v.string(),
    label: v.string(),
    failures: v.number(),
    error: v.string(),
    failed_at: v.string(),
  }),
  gifts: v.object({
    id: v.string(),
    order_id: v.string(),
    ebook_id: v.string(),
    kind: v.picklist(['one', 'group']),
    generation: v.number(),
    to_name: v.string(),
    to_email: v.nullable(v.string()),
    message: v.string(),
    send_at: v.nullable(v.string()),
    emails: v.number(),
    closed_at: v.nullable(v.string()),
    giver: v.string(),
    is_spare: v.boolean(),
    is_withheld: v.boolean(),
  }),
  import_products: v.object({
    import_id: v.string(),
    product: v.string(),
    rows: v.number(),
    ebook_id: v.nullable(v.string()),
  }),
  import_rows: v.object({
    import_id: v.string(),
    line: v.number(),
    email: v.string(),
    product: v.string(),
    at: v.nullable(v.string()),
    confirmed_at: v.nullable(v.string()),
    has_left: v.boolean(),
    locale: v.nullable(v.picklist(['pt-BR', 'en'])),
    reason: v.nullable(v.string()),
  }),
  import_subjects: v.object({
    import_id: v.string(),
    subject_id: v.string(),
    is_added: v.boolean(),
    waited: v.nullable(v.unknown()),
    kept: v.nullable(v.picklist(['used', 'elsewhere'])),
  }),
  imported_audio: v.object({
    episode_id: v.string(),
    source: v.string(),
    is_copied: v.boolean(),
    upload_id: v.string(),
    attempts: v.number(),
    problem: v.nullable(v.string()),
    due_at: v.string(),
    done_at: v.nullable(v.string()),
  }),
  imported_purchases: v.object({
    id: v.string(),
    email: v.string(),
    ebook_id: v.string(),
    source: v.picklist(['gumroad', 'hotmart', 'other']),
    bought_at: v.nullable(v.string()),
    import_id: v.nullable(v.string()),
    imported_at: v.string(),
    uid: v.nullable(v.string()),
    locale: v.picklist(['pt-BR', 'en']),
    claimed_at: v.nullable(v.string()),
    downloads: v.number(),
    first_downloaded_at: v.nullable(v.string()),
    last_downloaded_at: v.nullable(v.string()),
  }),
  imports: v.object({
    id: v.string(),
    kind: v.picklist(['purchases', 'subscribers']),
    source: v.picklist(['gumroad', 'hotmart', 'other']),
    filename: v.string(),
    origin: v.string(),
    consented_at: v.nullable(v.string()),
    locale: v.picklist(['pt-BR', 'en']),
    digest: v.nullable(v.string()),
    state: v.picklist(['waiting', 'reading', 'refused', 'ready', 'importing', 'done', 'undoing', 'undone']),
    problem: v.nullable(v.string()),
    rows: v.number(),
    added: v.number(),
    known: v.number(),
    refused: v.number(),
    created_at: v.string(),
    finished_at: v.nullable(v.string()),
    removed: v.number(),
    undone_at: v.nullable(v.string()),
    proof_key: v.nullable(v.string()),
    proof_name: v.nullable(v.string()),
    columns: v.nullable(v.unknown()),
  }),
  jobs: v.object({
    name: v.string(),
    lease_until: v.nullable(v.string()),
    holder: v.nullable(v.string()),
    last_run_at: v.nullable(v.string()),
    last_success_at: v.nullable(v.string()),
    last_error: v.nullable(v.string()),
    interval_seconds: v.nullable(v.number()),
    lease_seconds: v.nullable(v.number()),
    wanted_since: v.nullable(v.string()),
  }),
  kept_carts: v.object({
    uid: v.string(),
    lines: v.unknown(),
    revision: v.number(),
    changed_at: v.string(),
  }),
  launch_news: v.object({
    ebook_id: v.string(),
    kind: v.picklist(['book_launched', 'book_postponed']),
    told_up_to: v.string(),
  }),
  ledger_faults: v.object({
    order_id: v.string(),
    faults: v.array(v.string()),
    found_at: v.string(),
  }),
  ledger_reading: v.object({
    is_only: v.boolean(),
    settled_until: v.string(),
    all_until: v.string(),
  }),
  list_prices: v.object({
    ebook_id: v.string(),
    currency: CurrencySchema,
    amount_minor: v.number(),
    suggested_minor: v.nullable(v.number()),
  }),
  listening_positions: v.object({
    uid: v.string(),
    episode_id: v.string(),
    seconds: v.number(),
    heard_at: v.string(),
  }),
  mailbox_cursor: v.object({
    is_only: v.boolean(),
    mailbox: v.string(),
    uid_validity: v.string(),
    uid: v.number(),
    unread: v.number(),
  }),
  message_replies: v.object({
    id: v.string(),
    message_id: v.string(),
    body: v.string(),
    written_by: v.string(),
    written_at: v.string(),
    sent_at: v.nullable(v.string()),
    mark: v.nullable(v.string()),
    bounced_at: v.nullable(v.string()),
    previous_state: v.string(),
  }),
  newsletter_subscribers: v.object({
    id: v.string(),
    email: v.string(),
    state: v.picklist(['pending', 'confirmed', 'unsubscribed', 'bounced']),
    locale: v.picklist(['pt-BR', 'en']),
    source: v.picklist(['footer', 'home', 'episode', 'post', 'checkout', 'newsletter', 'sample', 'admin', 'customer', 'import']),
    consent_version: v.string(),
    consented_at: v.string(),
    confirmed_at: v.nullable(v.string()),
    unsubscribed_at: v.nullable(v.string()),
    bounced_at: v.nullable(v.string()),
    generation: v.number(),
    created_at: v.string(),
  }),
  order_copies: v.object({
    id: v.string(),
    order_id: v.string(),
    ebook_id: v.string(),
    no: v.number(),
    title: v.string(),
    list_minor: v.number(),
    paid_minor: v.number(),
    reasons: v.array(v.string()),
    goodwill_minor: v.number(),
    gift_id: v.nullable(v.string()),
  }),
  order_events: v.object({
    id: v.number(),
    order_id: v.string(),
    kind: v.picklist(['waiting', 'failed', 'canceled', 'refunded', 'refund_failed', 'disputed', 'taken_over', 'paid_twice']),
    happened_at: v.string(),
    amount_minor: v.nullable(v.number()),
  }),
  order_refunds: v.object({
    id: v.string(),
    order_id: v.string(),
    attempt_id: v.string(),
    items: v.nullable(v.unknown()),
    amount_minor: v.number(),
    state: v.picklist(['pending', 'done', 'failed']),
    obstacle: v.nullable(v.picklist(['not_paid', 'disputed', 'already_refunded', 'method', 'balance', 'refused', 'returned', 'canceled', 'less_left'])),
    waits_for: v.nullable(v.picklist(['bank', 'balance', 'buyer'])),
    failed_at: v.nullable(v.string()),
    requested_by: v.string(),
    requested_at: v.string(),
    check_after: v.string(),
    channel: v.picklist(['stripe', 'manual', 'none']),
    keeps_access: v.boolean(),
    reason: v.string(),
    evidence: v.nullable(v.string()),
  }),
  orders: v.object({
    id: v.string(),
    number: v.number(),
    attempt_id: v.string(),
    session_id: v.nullable(v.string()),
    payment_intent_id: v.nullable(v.string()),
    buyer_uid: v.nullable(v.string()),
    buyer_email: v.string(),
    buyer_name: v.string(),
    claimable_by: v.nullable(v.string()),
    link_generation: v.nullable(v.number()),
    guest_digest: v.nullable(v.string()),
    browser_digest: v.nullable(v.string()),
    buyer_key: v.nullable(v.string()),
    holder: v.string(),
    locale: v.picklist(['pt-BR', 'en']),
    country: v.nullable(v.string()),
    currency: CurrencySchema,
    subtotal_minor: v.number(),
    discount_minor: v.number(),
    total_minor: v.number(),
    quote: v.nullable(v.unknown()),
    received: v.nullable(v.unknown()),
    refunded_minor: v.number(),
    refund_pending_minor: v.number(),
    state: v.picklist(['open', 'waiting', 'paid', 'partly_refunded', 'refunded', 'disputed', 'expired', 'failed', 'given']),
    shown_state: v.string(),
    terms_version: v.string(),
    ui: v.nullable(v.picklist(['hosted', 'embedded'])),
    asked_at: v.string(),
    is_superseded: v.boolean(),
    created_at: v.string(),
    paid_at: v.nullable(v.string()),
    checked_at: v.nullable(v.string()),
    check_after: v.string(),
    last_sync_no: v.number(),
    applied_sync_no: v.number(),
    pay_with: v.nullable(v.picklist(['boleto', 'pix'])),
    pay_by: v.nullable(v.string()),
    pay_code: v.nullable(v.string()),
    pay_url: v.nullable(v.string()),
    pay_pdf_url: v.nullable(v.string()),
    canceled_at: v.nullable(v.string()),
    payment_method: v.nullable(v.unknown()),
    fee_minor: v.nullable(v.number()),
    fee_tax_minor: v.nullable(v.number()),
    came_from: v.nullable(v.unknown()),
    dispute_unread_since: v.nullable(v.string()),
    titles: v.string(),
    search_text: v.nullable(v.string()),
  }),
  outbox: v.object({
    id: v.string(),
    key: v.string(),
    kind: v.string(),
    recipient: v.string(),
    locale: v.picklist(['pt-BR', 'en']),
    payload: v.unknown(),
    created_at: v.string(),
    due_at: v.string(),
    claimed_until: v.nullable(v.string()),
    attempts: v.number(),
    sent_at: v.nullable(v.string()),
    mark: v.nullable(v.string()),
    given_up_at: v.nullable(v.string()),
    last_error: v.nullable(v.string()),
  }),
  owner_alerts: v.object({
    kind: v.picklist(['stuck_mail', 'undelivered_order', 'payments_unread', 'channel_unread', 'failed_refund', 'disputes_unread', 'paid_twice', 'owed_refund', 'amount_differs', 'overdue_payment', 'mailbox_unread', 'ledger_fault', 'campaign_stopped', 'campaign_late', 'campaign_unknown', 'job_failing']),
    subject: v.string(),
    label: v.string(),
    began_at: v.string(),
    told_at: v.string(),
  }),
  page_errors: v.object({
    digest: v.string(),
    kind: v.picklist(['script', 'policy']),
    page: v.string(),
    release: v.string(),
    message: v.string(),
    stack: v.string(),
    times: v.number(),
    first_at: v.string(),
    last_at: v.string(),
  }),
  page_releases: v.object({
    day: v.string(),
    release: v.string(),
  }),
  page_vitals: v.object({
    day: v.string(),
    page: v.string(),
    metric: v.picklist(['LCP', 'INP', 'CLS', 'TTFB']),
    locale: v.picklist(['pt-BR', 'en']),
    release: v.string(),
    bucket: v.number(),
    visits: v.number(),
  }),
  people: v.object({
    id: v.string(),
    email: v.string(),
    note: v.string(),
  }),
  podcast_imports: v.object({
    address: v.string(),
    title: v.string(),
    started_at: v.string(),
  }),
  post_drafts: v.object({
    post_id: v.string(),
    locale: v.picklist(['pt-BR', 'en']),
    title: v.string(),
    lead: v.string(),
    body: v.unknown(),
    revision: v.number(),
    saved_by: v.string(),
    saved_at: v.string(),
    search_text: v.nullable(v.string()),
  }),
  post_picture_uses: v.object({
    key: v.string(),
    post_id: v.string(),
    locale: v.picklist(['pt-BR', 'en']),
    version: v.number(),
  }),
  post_slugs: v.object({
    slug: v.string(),
    post_id: v.string(),
    given_at: v.string(),
  }),
  post_versions: v.object({
    post_id: v.string(),
    locale: v.picklist(['pt-BR', 'en']),
    version: v.number(),
    title: v.string(),
    lead: v.string(),
    body: v.unknown(),
    published_by: v.string(),
    published_at: v.string(),
    restored_from: v.nullable(v.number()),
  }),
  posts: v.object({
    id: v.string(),
    kind: v.picklist(['text', 'devotional']),
    slug: v.nullable(v.string()),
    tags: v.array(v.string()),
    state: v.picklist(['draft', 'scheduled', 'published', 'withdrawn']),
    publish_at: v.nullable(v.string()),
    scheduled_by: v.nullable(v.string()),
    first_published_at: v.nullable(v.string()),
    changed_at: v.nullable(v.string()),
    locales: v.array(v.string()),
    created_at: v.string(),
    edited_at: v.string(),
    revision: v.number(),
    visibility: v.picklist(['site', 'campaign']),
  }),
  price_periods: v.object({
    ebook_id: v.string(),
    currency: CurrencySchema,
    amount_minor: v.number(),
    is_reduced: v.boolean(),
    starts_at: v.string(),
    ends_at: v.string(),
  }),
  purges: v.object({
    id: v.number(),
    tag: v.picklist(['ebooks', 'episodes', 'texts']),
    due_at: v.string(),
  }),
  rate_limits: v.object({
    bucket: v.string(),
    window_start: v.string(),
    hits: v.number(),
  }),
  reading_positions: v.object({
    uid: v.string(),
    ebook_id: v.string(),
    page: v.number(),
    read_at: v.string(),
  }),
  receipt_buyers: v.object({
    uid: v.string(),
    name: v.string(),
    tax_id: v.nullable(v.unknown()),
    changed_at: v.string(),
  }),
  receipt_series: v.object({
    series: v.picklist(['R', 'NC']),
    last: v.number(),
  }),
  receipts: v.object({
    series: v.string(),
    number: v.number(),
    order_id: v.string(),
    kind: v.picklist(['receipt', 'credit']),
    refund_id: v.nullable(v.string()),
    dispute_id: v.nullable(v.string()),
    of_number: v.nullable(v.number()),
    issued_at: v.string(),
    currency: CurrencySchema,
    total_minor: v.number(),
    seller: v.unknown(),
    buyer: v.unknown(),
    lines: v.unknown(),
  }),
  refund_parts: v.object({
    refund_id: v.string(),
    copy_id: v.string(),
    minor: v.number(),
    takes_back: v.boolean(),
    withheld_minor: v.number(),
    leaves_copy: v.boolean(),
    state: v.string(),
  }),
  refund_requests: v.object({
    order_id: v.string(),
    reason: v.string(),
    requested_at: v.string(),
    decided_at: v.nullable(v.string()),
    decision: v.nullable(v.picklist(['refunded', 'declined'])),
    note: v.nullable(v.string()),
  }),
  restoration: v.object({
    is_only: v.boolean(),
    export_digest: v.string(),
    set_aside: v.array(v.string()),
  }),
  review_reminder_stops: v.object({
    uid: v.string(),
    stopped_at: v.string(),
  }),
  review_reminders: v.object({
    id: v.string(),
    uid: v.string(),
    ebook_id: v.string(),
    reminded_at: v.string(),
  }),
  review_totals: v.object({
    ebook_id: v.string(),
    reviews: v.number(),
    stars: v.number(),
  }),
  reviews: v.object({
    id: v.string(),
    ebook_id: v.string(),
    uid: v.string(),
    copy_id: v.nullable(v.string()),
    stars: v.number(),
    text: v.string(),
    shown_name: v.string(),
    locale: v.picklist(['pt-BR', 'en']),
    moderation: v.picklist(['published', 'waiting', 'hidden']),
    hidden_reason: v.nullable(v.picklist(['offense', 'personal_data', 'spam', 'off_topic'])),
    is_withdrawn: v.boolean(),
    state: v.string(),
    reply: v.nullable(v.string()),
    replied_at: v.nullable(v.string()),
    revision: v.number(),
    created_at: v.string(),
    changed_at: v.string(),
  }),
  rules: v.object({
    name: v.string(),
    duration: v.string(),
    reason: v.string(),
  }),
  sales_by_source: v.object({
    day: v.string(),
    source: v.number(),
    campaign: v.number(),
    ebook_id: v.string(),
    currency: CurrencySchema,
    orders: v.number(),
    copies: v.number(),
    minor: v.number(),
  }),
  series_steps: v.object({
    campaign_id: v.string(),
    post_id: v.string(),
    after_days: v.number(),
    placed_at: v.string(),
    written_revision: v.number(),
    written_at: v.string(),
    deleted: v.number(),
    taken_out_at: v.nullable(v.string()),
  }),
  setup_skips: v.object({
    step: v.picklist(['claim', 'names', 'currencies', 'timeZone', 'look', 'seller', 'contact', 'terms', 'privacy', 'channel', 'ebook', 'purchase', 'test_email', 'doctor']),
    skipped_at: v.string(),
  }),
  shown_totals: v.object({
    list: v.picklist(['ebooks', 'episodes']),
    total: v.number(),
  }),
  site_zones: v.object({
    since: v.string(),
    zone: v.string(),
  }),
  stamped_copies: v.object({
    key: v.string(),
    order_id: v.string(),
    ebook_id: v.string(),
    made_at: v.nullable(v.string()),
    used_at: v.string(),
  }),
  stripe_events: v.object({
    id: v.string(),
    type: v.string(),
    received_at: v.string(),
  }),
  suppressed_addresses: v.object({
    digest: v.string(),
    reason: v.picklist(['no_mailbox', 'bounces', 'refused', 'complaint']),
    at: v.string(),
  }),
  task_snoozes: v.object({
    kind: v.picklist(['refund_request', 'message', 'ebook_draft', 'campaign_stopped', 'campaign_late', 'campaign_unknown', 'campaign_complained', 'post_unpublished', 'import_refused']),
    subject: v.string(),
    snoozed_until: v.string(),
    snoozed_by: v.string(),
  }),
  team: v.object({
    uid: v.string(),
    email: v.string(),
    role: v.picklist(['owner', 'editor', 'support']),
    invited_by: v.nullable(v.string()),
    since: v.string(),
  }),
  team_invitations: v.object({
    id: v.string(),
    email: v.string(),
    role: v.picklist(['owner', 'editor', 'support']),
    locale: v.picklist(['pt-BR', 'en']),
    invited_by: v.string(),
    generation: v.number(),
    sent_at: v.string(),
  }),
  team_notices: v.object({
    uid: v.string(),
    kind: v.picklist(['sale', 'message', 'refund']),
    how: v.picklist(['each', 'daily', 'weekly', 'never']),
  }),
  totals: v.object({
    metric: v.picklist(['users', 'checkouts', 'paid_checkouts', 'orders', 'refunds', 'fees', 'disputes', 'countries', 'languages', 'books', 'book_amounts', 'subscribed', 'unsubscribed']),
    span: v.picklist(['day', 'month']),
    day: v.string(),
    key: v.string(),
    n: v.number(),
    minor: v.number(),
  }),
  transcripts: v.object({
    episode_id: v.string(),
    locale: v.picklist(['pt-BR', 'en']),
    cues: v.unknown(),
    is_timed: v.nullable(v.boolean()),
    revision: v.number(),
    updated_at: v.string(),
  }),
  unshown_reviews: v.object({
    uid: v.string(),
    ebook_id: v.string(),
    deleted_at: v.string(),
  }),
  unstamped_files: v.object({
    filename: v.string(),
    version: v.string(),
    reason: v.picklist(['encrypted', 'damaged', 'too_large', 'too_costly']),
    noted_at: v.string(),
  }),
  unused_files: v.object({
    key: v.string(),
    kind: v.picklist(['pdf', 'cover', 'brand', 'original', 'import', 'picture', 'post_picture', 'sample', 'lists', 'audio']),
    upload_id: v.nullable(v.string()),
    remove_after: v.string(),
    is_going: v.boolean(),
  }),
  users: v.object({
    uid: v.string(),
    number: v.number(),
    email: v.string(),
    verified_email: v.nullable(v.string()),
    verified_email_at: v.nullable(v.string()),
    name: v.string(),
    photo_url: v.nullable(v.string()),
    created_at: v.string(),
    is_newcomer: v.boolean(),
    orders: v.number(),
    first_purchase_at: v.nullable(v.string()),
    last_purchase_at: v.nullable(v.string()),
    search_text: v.nullable(v.string()),
  }),
  visit_counts: v.object({
    day: v.string(),
    page: v.number(),
    source: v.number(),
    campaign: v.number(),
    views: v.number(),
    visits: v.number(),
    plays: v.number(),
    carts: v.number(),
    checkouts: v.number(),
    listens: v.number(),
    downloads: v.number(),
  }),
  visit_names: v.object({
    id: v.number(),
    kind: v.picklist(['page', 'source', 'campaign']),
    name: v.string(),
    since: v.string(),
  }),
  write_tries: v.object({
    page: v.string(),
  }),
};

type Actor = { uid: string; email: string; request_id: string };

/** The functions that the API may call. JSON has the shape that the function's comment says. */
export type Sql = {
  acceptInvitation: SqlFunction<{ actor: Actor; id: string | null; generation: number | null; email: string | null; isLate: boolean | null }, Json>;
  addEbook: SqlFunction<{ actor: Actor; id: string | null; book: unknown; pdfId: string | null; pages: number | null; coverId: string | null; coverColor: string | null; hasOutline?: boolean | null; bytes?: number | null }, Json>;
  addImport: SqlFunction<{ id: string | null; kind: string | null; source: string | null; filename: string | null; origin: string | null; consentedAt: string | null; locale: string | null }, string | null>;
  addImportRows: SqlFunction<{ id: string | null; rows: unknown }, boolean | null>;
  addSeriesStep: SqlFunction<{ actor: Actor; revision: number | null; postId: string | null; afterDays: number | null; postRevision: number | null; frozen: unknown; most: number | null }, Json>;
  addTotals: SqlFunction<{ counted: readonly string[] | null }, null>;
  addressDigest: SqlFunction<{ email: string | null }, string | null>;
  addressPattern: SqlFunction<{ words: string | null }, string | null>;
  advanceCampaigns: () => Promise<Json>;
  advanceSeries: () => Promise<Json>;
  amountLine: SqlFunction<{ minor: number | null }, Json>;
  amounts: SqlFunction<{ metric: string | null; from: string | null; to: string | null }, Json>;
  announceVersion: SqlFunction<{ limit: number | null }, boolean | null>;
  archivePromotion: SqlFunction<{ actor: Actor; id: string | null }, boolean | null>;
  askForLaunch: SqlFunction<{ ebookId: string | null; email: string | null; locale: string | null }, string | null>;
  askForSample: SqlFunction<{ ebookId: string | null; email: string | null; locale: string | null }, string | null>;
  asksAt: () => Promise<string | null>;
  asksRoom: () => Promise<number | null>;
  assignMessage: SqlFunction<{ actor: Actor; id: string | null; uid: string | null; previousUid: string | null }, Json>;
  attachSession: SqlFunction<{ orderId: string | null; sessionId: string | null }, string | null>;
  audioKey: SqlFunction<{ episodeId: string | null; version: string | null; type: string | null }, string | null>;
  audioUploadKey: SqlFunction<{ id: string | null; uploadId: string | null }, string | null>;
  awaitsLaunch: SqlFunction<{ uid: string | null; ebookId: string | null }, boolean | null>;
  beginBalanceReading: () => Promise<Json>;
  beginCampaign: SqlFunction<{ id: string | null; postRevision: number | null; frozen: unknown }, boolean | null>;
  beginChannelSync: SqlFunction<{ channelId: string | null }, Json>;
  beginPaymentSync: SqlFunction<{ sessionId: string | null; orderId: string | null }, Json>;
  beginPodcastImport: SqlFunction<{ actor: Actor; address: string | null; title: string | null; isCopied: boolean | null }, null>;
  beginRefund: SqlFunction<{ actor: Actor; orderId: string | null; attemptId: string | null; items: unknown; amountMinor: number | null; currency: string | null; takesClaimed?: boolean | null; evidence?: string | null; leftMinor?: number | null; keepsAccess?: boolean | null; reason?: string | null }, Json>;
  beginRestore: SqlFunction<{ export: string | null; hasFiles: boolean | null }, Json>;
  bindOwner: SqlFunction<{ actor: Actor; by: string | null; currency: string | null }, boolean | null>;
  booksOfOrder: SqlFunction<{ orderId: string | null }, readonly string[] | null>;
  bundlesJson: SqlFunction<{ ebookId: string | null }, Json>;
  buyerKeys: SqlFunction<{ buyerKey: string | null; browserDigest: string | null }, readonly string[] | null>;
  campaignPost: SqlFunction<{ postId: string | null; locale: string | null }, Json>;
  cancelPayment: SqlFunction<{ uid: string | null; orderId: string | null }, Json>;
  changeMemberRole: SqlFunction<{ actor: Actor; uid: string | null; role: string | null; previousRole: string | null }, Json>;
  changeReceiptBuyer: SqlFunction<{ uid: string | null; orderId: string | null; name: string | null; taxId: unknown }, Json>;
  checkLedger: SqlFunction<{ part: string | null; size: number | null }, number | null>;
  chooseImportColumns: SqlFunction<{ id: string | null; columns: unknown }, null>;
  chosenEbooks: SqlFunction<{ episodeId: string | null }, readonly string[] | null>;
  claimAdmin: SqlFunction<{ actor: Actor; digest: string | null; currency: string | null }, boolean | null>;
  claimCampaignRecipients: SqlFunction<{ limit: number | null; leaseSeconds: number | null; perSecond: number | null }, Json>;
  claimGift: SqlFunction<{ giftId: string | null; generation: number | null; uid: string | null; email: string | null; name: string | null; showsName?: boolean | null }, Json>;
  claimImportedPurchases: SqlFunction<{ uid: string | null; email: string | null; locale: string | null }, null>;
  claimMail: SqlFunction<{ limit: number | null; leaseSeconds: number | null }, Json>;
  claimRefunds: SqlFunction<{ limit: number | null }, Json>;
  claimUnusedFiles: SqlFunction<{ limit: number | null }, Json>;
  clearFailedWork: SqlFunction<{ job: string | null; unit: string | null }, null>;
  closeGift: SqlFunction<{ actor: Actor; orderId: string | null; giftId: string | null }, boolean | null>;
  confirmInterest: SqlFunction<{ id: string | null; isLate: boolean | null }, Json>;
  confirmSubscription: SqlFunction<{ id: string | null; generation: number | null; isLate: boolean | null; renews?: unknown }, Json>;
  consentNamesBooks: SqlFunction<{ source: string | null; version: string | null }, boolean | null>;
  copiesOfOrder: SqlFunction<{ orderId: string | null }, Json>;
  correctOrderEmail: SqlFunction<{ actor: Actor; orderId: string | null; email: string | null; previousEmail: string | null }, Json>;
  countAudioEpisodes: () => Promise<number | null>;
  countDownload: SqlFunction<{ uid: string | null; ebookId: string | null }, null>;
  countHanded: () => Promise<null>;
  countPageReport: SqlFunction<{ locale: string | null; release: string | null; vitals: unknown; errors: unknown; network?: string | null }, null>;
  countQuota: SqlFunction<{ channelId: string | null; units: number | null; exceeded: boolean | null }, null>;
  countVisit: SqlFunction<{ event: string | null; pages: readonly string[] | null; isVisit: boolean | null; source: string | null; campaign: string | null }, null>;
  countedMatches: () => Promise<number | null>;
  coverKey: SqlFunction<{ filename: string | null; version: string | null }, string | null>;
  createCampaign: SqlFunction<{ actor: Actor; postId: string | null }, Json>;
  createEpisode: SqlFunction<{ actor: Actor; title: string | null }, Json>;
  createPost: SqlFunction<{ actor: Actor; kind: string | null }, Json>;
  creditLines: SqlFunction<{ refundId: string | null }, Json>;
  declineRefund: SqlFunction<{ actor: Actor; orderId: string | null; note: string | null }, Json>;
  deferCampaign: SqlFunction<{ campaignId: string | null; subscriberId: string | null; claims: number | null; error: string | null }, null>;
  deleteAccount: SqlFunction<{ uid: string | null; email: string | null; locale?: string | null }, Json>;
  deleteCampaign: SqlFunction<{ id: string | null }, Json>;
  deleteEpisode: SqlFunction<{ actor: Actor; id: string | null; revision: number | null }, Json>;
  deleteEpisodeSeries: SqlFunction<{ actor: Actor; id: string | null; revision: number | null }, Json>;
  deleteMessage: SqlFunction<{ actor: Actor; id: string | null }, boolean | null>;
  deletePerson: SqlFunction<{ actor: Actor; id: string | null }, Json>;
  deletePost: SqlFunction<{ actor: Actor; id: string | null; revision?: number | null; drafts?: unknown }, Json>;
  deleteReview: SqlFunction<{ uid: string | null; ebookId: string | null }, boolean | null>;
  discardImport: SqlFunction<{ id: string | null }, boolean | null>;
  discardRefusedRows: SqlFunction<{ id: string | null }, boolean | null>;
  dropCopies: SqlFunction<{ keys: readonly string[] | null }, null>;
  dropFile: SqlFunction<{ key: string | null; kind: string | null }, null>;
  dropHeldDrafts: () => Promise<null>;
  dropOrderDraft: SqlFunction<{ orderId: string | null }, null>;
  dropPicture: SqlFunction<{ id: string | null }, null>;
  dropPurges: SqlFunction<{ ids: readonly number[] | null }, null>;
  editCampaign: SqlFunction<{ actor: Actor; id: string | null; revision: number | null; heads: unknown; segment: unknown }, Json>;
  editEbook: SqlFunction<{ actor: Actor; id: string | null; revision: number | null; book: unknown }, Json>;
  editEpisode: SqlFunction<{ actor: Actor; id: string | null; revision: number | null; edits: unknown }, Json>;
  editPost: SqlFunction<{ actor: Actor; id: string | null; revision: number | null; edits: unknown }, Json>;
  endAfterReturns: SqlFunction<{ subscriberId: string | null; generation: number | null }, null>;
  endChannelSync: SqlFunction<{ channelId: string | null; seen: readonly string[] | null }, number | null>;
  endJob: SqlFunction<{ name: string | null; holder: string | null; error: string | null; isStopped?: boolean | null }, null>;
  endSession: SqlFunction<{ uid: string | null; signedInAt: number | null }, null>;
  entitledFile: SqlFunction<{ uid: string | null; ebookId: string | null }, string | null>;
  episodeAudioJson: SqlFunction<{ episodeId: string | null }, Json>;
  episodesOfText: SqlFunction<{ body: unknown }, Json>;
  eraseGifts: SqlFunction<{ uid: string | null; email: string | null }, null>;
  eraseGuestOrders: SqlFunction<{ email: string | null }, null>;
  eraseImportedAddress: SqlFunction<{ uid: string | null; email: string | null }, null>;
  eraseInMails: SqlFunction<{ orderIds: readonly string[] | null }, null>;
  eraseInvitationEmail: SqlFunction<{ email: string | null }, null>;
  eraseReviews: SqlFunction<{ uid: string | null }, null>;
  expectAudio: SqlFunction<{ uploadId: string | null; id: string | null }, string | null>;
  expectBrandPicture: SqlFunction<{ id: string | null; name: string | null }, string | null>;
  expectImportProof: SqlFunction<{ id: string | null; uploadId: string | null }, string | null>;
  expectPicture: SqlFunction<{ uploadId: string | null; id: string | null }, string | null>;
  expectPostPicture: SqlFunction<{ id: string | null }, string | null>;
  expectSample: SqlFunction<{ ebookId: string | null; revision: number | null; key: string | null }, boolean | null>;
  expectUpload: SqlFunction<{ id: string | null; kind: string | null; filename: string | null; ebookId: string | null }, Json>;
  exportChanges: SqlFunction<{ since: string | null }, Json>;
  exportHorizon: () => Promise<string | null>;
  exportRows: SqlFunction<{ table: string | null; after: unknown; limit: number | null }, string | null>;
  exportShape: () => Promise<Json>;
  failRefund: SqlFunction<{ id: string | null; obstacle: string | null }, null>;
  failSample: SqlFunction<{ ebookId: string | null; revision: number | null; problem: string | null }, null>;
  findVideoOf: SqlFunction<{ at: string | null; seconds: number | null }, string | null>;
  finishCampaign: SqlFunction<{ campaignId: string | null; subscriberId: string | null; claims: number | null }, null>;
  finishEvent: SqlFunction<{ id: string | null; type: string | null }, null>;
  finishImportedAudio: SqlFunction<{ id: string | null; type: string | null; bytes: number | null; seconds: number | null }, null>;
  finishMail: SqlFunction<{ id: string | null; mark?: string | null }, null>;
  finishReading: SqlFunction<{ id: string | null }, null>;
  finishRestore: SqlFunction<{ rows: unknown; sequences: unknown; sendMail: boolean | null; reason: string | null }, Json>;
  finishSample: SqlFunction<{ ebookId: string | null; revision: number | null; key: string | null; pages: number | null; bytes: number | null }, boolean | null>;
  finishStampedCopy: SqlFunction<{ key: string | null }, boolean | null>;
  foreseePodcastImport: SqlFunction<{ episodes: unknown }, Json>;
  freeCopy: SqlFunction<{ giftId: string | null }, string | null>;
  freePostSlug: SqlFunction<{ id: string | null; title: string | null }, string | null>;
  freeSlug: SqlFunction<{ episodeId: string | null; title: string | null }, string | null>;
  furtherRows: SqlFunction<{ found: number | null; size: number | null }, number | null>;
  getAccountStanding: SqlFunction<{ uid: string | null }, Json>;
  getAdminCampaign: SqlFunction<{ id: string | null }, Json>;
  getAdminEbook: SqlFunction<{ id: string | null }, Json>;
  getAdminEpisode: SqlFunction<{ id: string | null }, Json>;
  getAdminOrder: SqlFunction<{ orderId: string | null }, Json>;
  getAdminPost: SqlFunction<{ id: string | null }, Json>;
  getAnalytics: SqlFunction<{ from: string | null; to: string | null; step: string | null }, Json>;
  getBalanceReading: () => Promise<Json>;
  getCampaignAudience: SqlFunction<{ postId: string | null; segment: unknown }, Json>;
  getCampaignWords: SqlFunction<{ id: string | null; locale: string | null }, Json>;
  getChannel: SqlFunction<{ channelId: string | null }, Json>;
  getContent: SqlFunction<{ keys: readonly string[] | null }, Json>;
  getContentDraft: SqlFunction<{ id: string | null }, Json>;
  getContentVersion: SqlFunction<{ key: string | null; version: number | null }, Json>;
  getCopyToDeliver: SqlFunction<{ uid: string | null; ebookId: string | null }, Json>;
  getCues: SqlFunction<{ episodeId: string | null; locale: string | null }, Json>;
  getDueCampaign: SqlFunction<{ id: string | null }, Json>;
  getEbook: SqlFunction<{ id: string | null }, Json>;
  getEbookByUpload: SqlFunction<{ id: string | null }, Json>;
  getEbookFile: SqlFunction<{ id?: string | null; filename?: string | null }, Json>;
  getEpisode: SqlFunction<{ slug: string | null }, Json>;
  getEpisodeSeries: SqlFunction<{ slug: string | null }, Json>;
  getFeaturedEbook: () => Promise<Json>;
  getFrozenCampaign: SqlFunction<{ id: string | null }, Json>;
  getGift: SqlFunction<{ giftId: string | null }, Json>;
  getGuestOrder: SqlFunction<{ sessionId: string | null; guestDigest: string | null }, Json>;
  getHealth: () => Promise<Json>;
  getImport: SqlFunction<{ id: string | null }, Json>;
  getImportAtWork: () => Promise<Json>;
  getImportProof: SqlFunction<{ id: string | null }, Json>;
  getKeptCart: SqlFunction<{ uid: string | null }, Json>;
  getKeptVersionFile: SqlFunction<{ id: string | null; version: number | null }, Json>;
  getLegalText: SqlFunction<{ document: string | null; name: string | null }, Json>;
  getListsFile: () => Promise<Json>;
  getMailboxCursor: SqlFunction<{ mailbox: string | null; uidValidity: string | null }, number | null>;
  getMyReview: SqlFunction<{ uid: string | null; ebookId: string | null }, Json>;
  getNextPriceChange: () => Promise<string | null>;
  getOrder: SqlFunction<{ uid: string | null; orderId: string | null }, Json>;
  getOrderByIntent: SqlFunction<{ paymentIntentId: string | null }, Json>;
  getOrderBySession: SqlFunction<{ sessionId: string | null }, Json>;
  getOrderLink: SqlFunction<{ orderId: string | null }, Json>;
  getPageSources: SqlFunction<{ page: string | null; from: string | null; to: string | null; size: number | null }, Json>;
  getPerson: SqlFunction<{ id: string | null }, Json>;
  getPersonalData: SqlFunction<{ uid: string | null; email: string | null }, Json>;
  getPodcastImport: () => Promise<Json>;
  getPost: SqlFunction<{ slug: string | null; locale: string | null }, Json>;
  getPostVersion: SqlFunction<{ id: string | null; locale: string | null; version: number | null }, Json>;
  getQuoteFacts: SqlFunction<{ ebookIds: readonly string[] | null; currency: string | null; code: string | null; uid: string | null; email: string | null; guestDigest?: string | null }, Json>;
  getReceiptBuyer: SqlFunction<{ uid: string | null }, Json>;
  getSenderCheck: SqlFunction<{ domain: string | null }, Json>;
  getSeries: () => Promise<Json>;
  getSetup: () => Promise<Json>;
  getShownCues: SqlFunction<{ slug: string | null; locale: string | null }, Json>;
  getSiteCounts: () => Promise<Json>;
  getStats: SqlFunction<{ day: string | null; week: string | null; month: string | null }, Json>;
  getStepWords: SqlFunction<{ postId: string | null }, Json>;
  getSubscriberGrowth: SqlFunction<{ from: string | null; to: string | null }, Json>;
  getTeamNotices: SqlFunction<{ uid: string | null }, Json>;
  getTestEmail: SqlFunction<{ id: string | null }, Json>;
  getTranscript: SqlFunction<{ episodeId: string | null; locale: string | null }, Json>;
  getUserPhoto: SqlFunction<{ uid: string | null }, string | null>;
  getVisits: SqlFunction<{ from: string | null; to: string | null; size: number | null }, Json>;
  giveBackHit: SqlFunction<{ bucket: string | null; windowSeconds: number | null }, null>;
  giveBook: SqlFunction<{ actor: Actor; id: string | null; uid: string | null; attemptId: string | null; ebookId: string | null; reason: string | null }, string | null>;
  giveSparesAway: SqlFunction<{ uid: string | null; ebookIds: readonly string[] | null }, null>;
  giveUpMail: SqlFunction<{ id: string | null; error: string | null; isRecipient: boolean | null }, null>;
  hadHiddenReview: SqlFunction<{ uid: string | null; ebookId: string | null }, boolean | null>;
  hasEbooks: () => Promise<boolean | null>;
  hasEpisodes: () => Promise<boolean | null>;
  hasPosts: () => Promise<boolean | null>;
  hasReadChannel: () => Promise<boolean | null>;
  hasSoldPrices: SqlFunction<{ ebookId: string | null }, boolean | null>;
  identifyImport: SqlFunction<{ id: string | null; digest: string | null }, boolean | null>;
  importEpisodes: SqlFunction<{ episodes: unknown; isCopied: boolean | null; hasVideos: boolean | null }, number | null>;
  importPortion: SqlFunction<{ id: string | null; size: number | null }, boolean | null>;
  inboxPage: SqlFunction<{ table: string | null; text: string | null; state: string | null; words: string | null; at: string | null; id: string | null; isBackwards: boolean | null; size: number | null }, readonly string[] | null>;
  indexPatterns: SqlFunction<{ words: string | null; asWritten: boolean | null }, readonly string[] | null>;
  interruptCampaign: SqlFunction<{ campaignId: string | null; subscriberId: string | null; claims: number | null; error: string | null; wasTried?: boolean | null }, null>;
  inviteMember: SqlFunction<{ actor: Actor; email: string | null; role: string | null; locale: string | null }, Json>;
  isChannel: SqlFunction<{ channelId: string | null }, boolean | null>;
  isCoverOf: SqlFunction<{ id: string | null; filename: string | null }, boolean | null>;
  isErasedReader: SqlFunction<{ uid: string | null }, boolean | null>;
  isEventDone: SqlFunction<{ id: string | null }, boolean | null>;
  isKnownGuid: SqlFunction<{ guid: string | null }, boolean | null>;
  isLastOwner: SqlFunction<{ uid: string | null }, boolean | null>;
  isPutOff: SqlFunction<{ job: string | null; unit: string | null }, boolean | null>;
  isReservedSlug: SqlFunction<{ slug: string | null }, boolean | null>;
  isRestored: () => Promise<boolean | null>;
  isSubscribed: SqlFunction<{ email: string | null }, boolean | null>;
  isTakenBack: SqlFunction<{ copyId: string | null; alsoPending: boolean | null }, boolean | null>;
  isToldOnce: SqlFunction<{ kind: string | null }, boolean | null>;
  issuePastReceipts: () => Promise<null>;
  keepCampaign: SqlFunction<{ campaignId: string | null; subscriberId: string | null; claims: number | null }, null>;
  keepImportProof: SqlFunction<{ actor: Actor; id: string | null; uploadId: string | null; name: string | null }, boolean | null>;
  keepJob: SqlFunction<{ name: string | null; holder: string | null; leaseSeconds: number | null }, boolean | null>;
  keepMail: SqlFunction<{ id: string | null; attempts: number | null; leaseSeconds: number | null }, boolean | null>;
  keepSiteZone: SqlFunction<{ zone: string | null }, null>;
  launchBooks: SqlFunction<{ ownerEmail: string | null; zone: string | null }, boolean | null>;
  leaveInterest: SqlFunction<{ id: string | null }, Json>;
  listAdminEbooks: SqlFunction<{ words: string | null; state: string | null; at: string | null; id: string | null; isBackwards: boolean | null; size: number | null; sort?: string | null }, Json>;
  listAdminEpisodeSeries: () => Promise<Json>;
  listAdminEpisodes: SqlFunction<{ words: string | null; filter: string | null; at: string | null; id: string | null; isBackwards: boolean | null; size: number | null; isOldest?: boolean | null }, Json>;
  listAdminOrders: SqlFunction<{ words: string | null; number: number | null; state: string | null; from: string | null; to: string | null; zone: string | null; at: string | null; id: string | null; isBackwards: boolean | null; size: number | null; coupon?: string | null; isOldest?: boolean | null }, Json>;
  listAdminPosts: SqlFunction<{ words: string | null; state: string | null; at: string | null; id: string | null; isBackwards: boolean | null; size: number | null }, Json>;
  listAdminReviews: SqlFunction<{ state: string | null; ebookId: string | null; stars: number | null; at: string | null; id: string | null; isBackwards: boolean | null; size: number | null }, Json>;
  listAssignees: () => Promise<Json>;
  listAuditLog: SqlFunction<{ kind: string | null; by: string | null; id: number | null; isBackwards: boolean | null; size: number | null }, Json>;
  listBoughtEbooks: SqlFunction<{ uid: string | null; ebookIds: readonly string[] | null }, Json>;
  listBundles: SqlFunction<{ isArchived?: boolean | null }, Json>;
  listCampaigns: SqlFunction<{ words: string | null; state: string | null; at: string | null; id: string | null; isBackwards: boolean | null; size: number | null; postId?: string | null }, Json>;
  listContentVersions: SqlFunction<{ key: string | null; before: number | null; size: number | null }, Json>;
  listCopiesToRemove: SqlFunction<{ limit: number | null }, Json>;
  listCoupons: SqlFunction<{ isArchived: boolean | null; at: string | null; id: string | null; isBackwards: boolean | null; size: number | null }, Json>;
  listDueDrafts: () => Promise<Json>;
  listEarlierUploadsToRead: SqlFunction<{ channelId: string | null }, Json>;
  listEbooks: SqlFunction<{ words: string | null; afterAt: string | null; afterId: string | null; ids: readonly string[] | null; size: number | null }, Json>;
  listEbooksOfPix: SqlFunction<{ buyerKey: string | null; ebookIds: readonly string[] | null; but: string | null }, Json>;
  listEpisodes: SqlFunction<{ words: string | null; category: string | null; afterAt: string | null; afterId: string | null; ids: readonly string[] | null; size: number | null }, Json>;
  listFeedEpisodes: SqlFunction<{ page: number | null; size: number | null }, Json>;
  listGifts: SqlFunction<{ uid: string | null; orderId: string | null }, Json>;
  listImports: SqlFunction<{ at: string | null; id: string | null; isBackwards: boolean | null; size: number | null }, Json>;
  listKeptSubjects: SqlFunction<{ id: string | null; after: string | null; size: number | null }, Json>;
  listKeptVersions: SqlFunction<{ id: string | null }, Json>;
  listLibrary: SqlFunction<{ uid: string | null; afterAt: string | null; afterId: string | null; size: number | null }, Json>;
  listListeningPositions: SqlFunction<{ uid: string | null; most: number | null }, Json>;
  listMessages: SqlFunction<{ words: string | null; state: string | null; at: string | null; id: string | null; isBackwards: boolean | null; size: number | null; assignedTo?: string | null }, Json>;
  listOrders: SqlFunction<{ uid: string | null; afterAt: string | null; afterId: string | null; size: number | null }, Json>;
  listOwnerTasks: SqlFunction<{ hasChannel: boolean | null; zone: string | null; now?: string | null }, Json>;
  listPageReports: SqlFunction<{ from: string | null }, Json>;
  listPicturesDue: SqlFunction<{ limit: number | null }, Json>;
  listPicturesLeft: SqlFunction<{ limit: number | null }, Json>;
  listPostVersions: SqlFunction<{ id: string | null; locale: string | null; before: number | null; size: number | null }, Json>;
  listPosts: SqlFunction<{ locale: string | null; tag: string | null; afterAt: string | null; afterId: string | null; size: number | null; isMailed?: boolean | null }, Json>;
  listPostsAboutEpisode: SqlFunction<{ episodeId: string | null; locale: string | null }, Json>;
  listPricesBelowSale: SqlFunction<{ ebookId: string | null; listPrices: unknown; suggested?: unknown }, readonly string[] | null>;
  listPurgesDue: () => Promise<Json>;
  listReceipts: SqlFunction<{ from: string | null; to: string | null; zone: string | null; afterAt: string | null; afterSeries: string | null; afterNumber: number | null; size: number | null }, Json>;
  listRefusedRows: SqlFunction<{ id: string | null; after: number | null; size: number | null }, Json>;
  listReviews: SqlFunction<{ ebookId: string | null; afterAt: string | null; afterId: string | null; size: number | null }, Json>;
  listSaleResults: SqlFunction<{ ebookId: string | null; size: number | null }, Json>;
  listSamplesDue: SqlFunction<{ limit: number | null }, Json>;
  listSessionsToCheck: SqlFunction<{ limit: number | null }, Json>;
  listShownSeries: () => Promise<Json>;
  listSitemapPages: SqlFunction<{ from: number | null; size: number | null }, Json>;
  listSubscribers: SqlFunction<{ words: string | null; state: string | null; at: string | null; id: string | null; isBackwards: boolean | null; size: number | null; source?: string | null }, Json>;
  listTakenIds: SqlFunction<{ ids: readonly string[] | null }, Json>;
  listTeam: () => Promise<Json>;
  listUnpricedEbooks: SqlFunction<{ limit: number | null }, Json>;
  listUnseenUploads: SqlFunction<{ channelId: string | null; seen: readonly string[] | null }, Json>;
  listUnsoldEbooks: SqlFunction<{ buyerKeys: readonly string[] | null; ownIds: readonly string[] | null; ebookIds: readonly string[] | null; but: string | null }, Json>;
  listUploadsToRead: SqlFunction<{ uploads: unknown }, Json>;
  listUsers: SqlFunction<{ words: string | null; at: string | null; number: number | null; isBackwards: boolean | null; size: number | null; sort?: string | null }, Json>;
  listWaitingUploads: SqlFunction<{ ids: readonly string[] | null }, Json>;
  lockCampaign: SqlFunction<{ id: string | null; revision: number | null; states: readonly string[] | null }, Json>;
  lockEbook: SqlFunction<{ id: string | null; revision: number | null }, Json>;
  lockEpisode: SqlFunction<{ id: string | null; revision: number | null }, Json>;
  lockEpisodeSeries: SqlFunction<{ id: string | null; revision: number | null }, Json>;
  lockPost: SqlFunction<{ id: string | null; revision: number | null; drafts?: unknown }, Json>;
  lockPromotions: SqlFunction<{ promotions: unknown; quote: unknown; uid: string | null; email: string | null; buyerKey: string | null; askedAt?: string | null }, Json>;
  lockReview: SqlFunction<{ id: string | null; revision: number | null }, Json>;
  lockSeries: SqlFunction<{ revision: number | null }, Json>;
  lockTeam: () => Promise<null>;
  mailStuckSince: SqlFunction<{ now: string | null }, string | null>;
  mailboxHasRoom: SqlFunction<{ recipient: string | null; kinds: readonly string[] | null; about: unknown }, boolean | null>;
  mailboxHealth: () => Promise<Json>;
  mailboxOf: SqlFunction<{ email: string | null }, string | null>;
  makeDraft: SqlFunction<{ kind: string | null; id: string | null; locale: string | null; title: string | null; lead: string | null; body: unknown }, null>;
  mapImportProduct: SqlFunction<{ id: string | null; product: string | null; ebookId: string | null }, boolean | null>;
  markGifts: SqlFunction<{ copies: unknown; gifts: unknown }, Json>;
  markMessage: SqlFunction<{ actor: Actor; id: string | null; state: string | null; previousState: string | null }, Json>;
  markSpam: SqlFunction<{ actor: Actor; ids: readonly string[] | null }, number | null>;
  mayChangeTeam: SqlFunction<{ actor: Actor }, boolean | null>;
  mayHandCampaign: SqlFunction<{ campaignId: string | null; subscriberId: string | null; claims: number | null }, string | null>;
  mayPrepareLists: SqlFunction<{ key: string | null; uid: string | null }, boolean | null>;
  messageDueBy: SqlFunction<{ at: string | null; zone: string | null }, string | null>;
  messageRepliesJson: SqlFunction<{ messageId: string | null }, Json>;
  missesPostPicture: SqlFunction<{ body: unknown }, boolean | null>;
  missingBrandPicture: SqlFunction<{ body: unknown }, string | null>;
  moderateReview: SqlFunction<{ actor: Actor; id: string | null; revision: number | null; reason: string | null }, Json>;
  moveAddress: SqlFunction<{ uid: string | null; from: string | null; to: string | null; locale: string | null }, null>;
  moveCampaign: SqlFunction<{ actor: Actor; id: string | null; revision: number | null; move: string | null }, Json>;
  moveMailboxCursor: SqlFunction<{ mailbox: string | null; uidValidity: string | null; uid: number | null; unread: number | null }, null>;
  moveSeriesStep: SqlFunction<{ actor: Actor; revision: number | null; id: string | null; afterDays: number | null }, Json>;
  nameAuthor: SqlFunction<{ actor: Actor; from: string | null; to: string | null }, null>;
  nameTaken: SqlFunction<{ filename: string | null }, Json>;
  nextSiteDay: () => Promise<string | null>;
  noteBalance: SqlFunction<{ fees: unknown; disputes: unknown; afterId: string | null }, null>;
  noteCampaignBounce: SqlFunction<{ campaignId: string | null; subscriberId: string | null; isGone: boolean | null; reason: string | null }, string | null>;
  noteCampaignComplaint: SqlFunction<{ campaignId: string | null; subscriberId: string | null }, string | null>;
  noteCampaignFailure: SqlFunction<{ campaignId: string | null; error: string | null; by: string | null }, null>;
  noteCampaignTest: SqlFunction<{ id: string | null; digest: string | null }, Json>;
  noteDoctorRun: SqlFunction<{ service: string | null; isWell: boolean | null; found?: unknown }, string | null>;
  noteFailedWork: SqlFunction<{ job: string | null; unit: string | null; label: string | null; error: string | null; isOutage: boolean | null }, number | null>;
  noteImportedAudioProblem: SqlFunction<{ id: string | null; problem: string | null; isFinal: boolean | null }, null>;
  noteJobs: SqlFunction<{ jobs: unknown }, null>;
  noteListsExport: SqlFunction<{ actor: Actor }, null>;
  noteMailBounce: SqlFunction<{ mark: string | null; isGone: boolean | null; reason: string | null }, string | null>;
  noteNews: SqlFunction<{ kind: string | null; id: string | null }, null>;
  notePerson: SqlFunction<{ actor: Actor; id: string | null; note: string | null; previousNote: string | null }, Json>;
  notePersonExport: SqlFunction<{ actor: Actor; id: string | null }, null>;
  notePostponed: SqlFunction<{ id: string | null }, null>;
  notifyTeam: SqlFunction<{ kind: string | null; subject: string | null; emailKind: string | null; payload: unknown; by: string | null; ownerEmail: string | null }, null>;
  offerAdminCode: SqlFunction<{ digest: string | null; hours: number | null; isFirst: boolean | null }, boolean | null>;
  offerSlug: SqlFunction<{ id: string | null; slug: string | null }, string | null>;
  openOrder: SqlFunction<{ buyerUid: string | null; buyerEmail: string | null; buyerName: string | null; locale: string | null; currency: string | null; attemptId: string | null; termsVersion: string | null; quote: unknown; cameFrom?: unknown; gifts?: unknown; guestDigest?: string | null; promotions?: unknown; ui?: string | null; askedAt?: string | null; browserDigest?: string | null }, Json>;
  openPerson: SqlFunction<{ kind: string | null; id: string | null }, string | null>;
  orderCoupon: SqlFunction<{ orderId: string | null }, Json>;
  orderMailKinds: () => Promise<readonly string[] | null>;
  ownPictureKey: SqlFunction<{ id: string | null; version: string | null }, string | null>;
  ownerAddresses: () => Promise<string[]>;
  ownersOf: SqlFunction<{ ebookId: string | null }, string[]>;
  pageNow: SqlFunction<{ path: string | null }, string | null>;
  pauseCampaigns: () => Promise<null>;
  pauseSeries: () => Promise<null>;
  pdfJson: SqlFunction<{ ebookId: string | null }, Json>;
  pendingOrdersOfBook: SqlFunction<{ ebookId: string | null }, number | null>;
  personalCampaigns: SqlFunction<{ email: string | null }, Json>;
  personalGifts: SqlFunction<{ uid: string | null; email: string | null }, Json>;
  personalInterest: SqlFunction<{ email: string | null }, Json>;
  personalReviews: SqlFunction<{ uid: string | null }, Json>;
  personalSubscription: SqlFunction<{ email: string | null }, Json>;
  planPrices: SqlFunction<{ ebookId: string | null; currency: string | null }, null>;
  planPurges: SqlFunction<{ tag: string | null; moments: readonly string[] | null }, null>;
  playableAddress: SqlFunction<{ url: string | null }, string | null>;
  postPicturesOf: SqlFunction<{ body: unknown }, string[]>;
  postponeMail: SqlFunction<{ id: string | null; seconds: number | null; error: string | null }, null>;
  postponePicture: SqlFunction<{ id: string | null }, null>;
  prepareCampaign: SqlFunction<{ id: string | null; size: number | null }, boolean | null>;
  previewEbookSale: SqlFunction<{ actor: Actor; id: string | null; revision: number | null; sale: unknown }, Json>;
  previewEpisode: SqlFunction<{ id: string | null; ebooks: readonly string[] | null }, Json>;
  previewPost: SqlFunction<{ id: string | null; locale: string | null }, Json>;
  priceBefore: SqlFunction<{ ebookId: string | null; currency: string | null; at: string | null }, number | null>;
  publishContent: SqlFunction<{ key: string | null; expected: number | null; body: unknown; actor: Actor; subjectKind: string | null; default: unknown; restoredFrom: number | null }, Json>;
  publishDueEpisodes: () => Promise<number | null>;
  publishDuePosts: () => Promise<number | null>;
  publishEpisode: SqlFunction<{ actor: Actor; id: string | null; revision: number | null; publishAt: string | null }, Json>;
  publishPost: SqlFunction<{ actor: Actor; id: string | null; revision: number | null; drafts: unknown; publishAt: string | null; visibility?: string | null }, Json>;
  putEpisodeOnSite: SqlFunction<{ id: string | null }, null>;
  putPostOnSite: SqlFunction<{ id: string | null; by: string | null }, null>;
  quotaReset: SqlFunction<{ at: string | null }, string | null>;
  readImport: SqlFunction<{ id: string | null }, Json>;
  receiptLines: SqlFunction<{ orderId: string | null; isLeft: boolean | null }, Json>;
  receiptName: SqlFunction<{ orderId: string | null }, string | null>;
  receiveFreeOrder: SqlFunction<{ uid: string | null; orderId: string | null }, Json>;
  recount: () => Promise<null>;
  refusal: SqlFunction<{ code: string | null }, Json>;
  refuseCampaign: SqlFunction<{ campaignId: string | null; subscriberId: string | null; claims: number | null; error: string | null; isRecipient: boolean | null }, boolean | null>;
  refuseImport: SqlFunction<{ id: string | null; problem: string | null }, null>;
  remindOfLaunches: SqlFunction<{ ownerEmail: string | null }, number | null>;
  removeEbook: SqlFunction<{ actor: Actor; id: string | null }, string | null>;
  removeMember: SqlFunction<{ actor: Actor; uid: string | null }, Json>;
  renewGift: SqlFunction<{ uid: string | null; orderId: string | null; giftId: string | null }, boolean | null>;
  renewOrderLink: SqlFunction<{ actor: Actor; orderId: string | null }, Json>;
  replaceEbookCover: SqlFunction<{ actor: Actor; id: string | null; revision: number | null; coverId: string | null; coverColor: string | null }, Json>;
  replaceEbookPdf: SqlFunction<{ actor: Actor; id: string | null; revision: number | null; pdfId: string | null; pages: number | null; tellOwners: boolean | null; hasOutline?: boolean | null; bytes?: number | null }, Json>;
  replaceReceipt: SqlFunction<{ actor: Actor; orderId: string | null; number: number | null; name: string | null; taxId: unknown }, Json>;
  replyToMessage: SqlFunction<{ actor: Actor; id: string | null; attemptId: string | null; body: string | null; lastReplyId: string | null }, Json>;
  replyToReview: SqlFunction<{ actor: Actor; id: string | null; revision: number | null; reply: string | null }, Json>;
  requestListsFile: SqlFunction<{ actor: Actor; locale: string | null; filename: string | null }, null>;
  requestRefund: SqlFunction<{ uid: string | null; orderId: string | null; reason: string | null; ownerEmail: string | null }, Json>;
  requestSubscription: SqlFunction<{ email: string | null; locale: string | null; source: string | null; consentVersion: string | null }, boolean | null>;
  resendGift: SqlFunction<{ actor: Actor; orderId: string | null; giftId: string | null }, boolean | null>;
  resendMailAsAdmin: SqlFunction<{ actor: Actor; orderId: string | null }, Json>;
  resendOrderLink: SqlFunction<{ orderId: string | null }, null>;
  resendPurchaseMail: SqlFunction<{ uid: string | null; orderId: string | null }, Json>;
  restartBalanceReading: () => Promise<null>;
  restoreEbookPdf: SqlFunction<{ actor: Actor; id: string | null; revision: number | null; version: number | null; tellOwners: boolean | null }, Json>;
  restorePostVersion: SqlFunction<{ actor: Actor; id: string | null; revision: number | null; locale: string | null; version: number | null; drafts?: unknown }, Json>;
  restoreRows: SqlFunction<{ table: string | null; lines: string | null }, null>;
  restoreStructure: () => Promise<number | null>;
  retireAudio: SqlFunction<{ id: string | null }, null>;
  retireFile: SqlFunction<{ key: string | null; kind: string | null; after: string | null }, null>;
  retryImportedAudio: () => Promise<null>;
  reviewStanding: SqlFunction<{ uid: string | null; ebookId: string | null }, Json>;
  rule: SqlFunction<{ name: string | null }, string | null>;
  saleBeforeJson: SqlFunction<{ ebookId: string | null }, Json>;
  saleJson: SqlFunction<{ ebookId: string | null }, Json>;
  sampleJson: SqlFunction<{ ebookId: string | null }, Json>;
  samplingJson: SqlFunction<{ ebookId: string | null }, Json>;
  saveBundle: SqlFunction<{ actor: Actor; id: string | null; revision: number | null; terms: unknown }, Json>;
  saveContactMessage: SqlFunction<{ attemptId: string | null; name: string | null; email: string | null; subject: string | null; message: string | null; locale: string | null; ownerEmail: string | null }, Json>;
  saveContentDraft: SqlFunction<{ key: string | null; body: unknown }, string | null>;
  saveCoupon: SqlFunction<{ actor: Actor; id: string | null; revision: number | null; terms: unknown }, Json>;
  saveEpisodeSeries: SqlFunction<{ actor: Actor; id: string | null; revision: number | null; title: string | null; description: string | null; episodeIds: readonly string[] | null }, Json>;
  saveKeptCart: SqlFunction<{ uid: string | null; revision: number | null; lines: unknown }, Json>;
  saveListeningPosition: SqlFunction<{ uid: string | null; episodeId: string | null; seconds: number | null; heardAt: string | null }, Json>;
  savePicture: SqlFunction<{ id: string | null; source: string | null; version: string | null; color: string | null }, null>;
  savePostDraft: SqlFunction<{ actor: Actor; id: string | null; locale: string | null; revision: number | null; title: string | null; lead: string | null; body: unknown }, Json>;
  saveReadingPosition: SqlFunction<{ uid: string | null; ebookId: string | null; page: number | null; readAt?: string | null }, boolean | null>;
  saveReceiptBuyer: SqlFunction<{ uid: string | null; name: string | null; taxId: unknown }, null>;
  saveReview: SqlFunction<{ uid: string | null; ebookId: string | null; stars: number | null; text: string | null; name: string | null; locale: string | null; waits: boolean | null; revision: number | null }, Json>;
  saveTranscript: SqlFunction<{ actor: Actor; episodeId: string | null; locale: string | null; revision: number | null; cues: unknown }, Json>;
  saveUnstampedFile: SqlFunction<{ filename: string | null; version: string | null; title: string | null; reason: string | null; ownerEmail: string | null }, boolean | null>;
  saveUploads: SqlFunction<{ episodes: unknown; clips: unknown; gone: readonly string[] | null; channelId?: string | null }, boolean | null>;
  scheduleCampaign: SqlFunction<{ actor: Actor; id: string | null; revision: number | null; at: string | null; hasSteppedUp: boolean | null; limits: unknown }, Json>;
  searchAdmin: SqlFunction<{ words: string | null; number: number | null; kinds: readonly string[] | null; size: number | null }, Json>;
  searchWords: SqlFunction<{ words: string | null; asWritten: boolean | null }, readonly string[] | null>;
  sendDailyNotices: SqlFunction<{ zone: string | null; now?: string | null }, number | null>;
  sendDisputeEmails: SqlFunction<{ ownerEmail: string | null; now?: string | null }, number | null>;
  sendGift: SqlFunction<{ uid: string | null; orderId: string | null; giftId: string | null; name: string | null; email: string | null; message: string | null; day: string | null; zone: string | null; giver?: string | null; endsLink?: boolean | null }, Json>;
  sendOwnerAlerts: SqlFunction<{ recipient: string | null; hasChannel: boolean | null; now?: string | null }, Json>;
  sendPaymentReminders: SqlFunction<{ now?: string | null }, number | null>;
  sendTestEmail: SqlFunction<{ locale: string | null; actor: Actor }, string | null>;
  seriesChanged: () => Promise<Json>;
  seriesOfEpisode: SqlFunction<{ episodeId: string | null }, Json>;
  setEbookFile: SqlFunction<{ actor: Actor; id: string | null; format: string | null; key: string | null; bytes: number | null; facts: unknown; tellOwners: boolean | null; restoredVersion: number | null }, Json>;
  setEbookLaunch: SqlFunction<{ actor: Actor; id: string | null; revision: number | null; at: string | null; isSold?: boolean | null }, Json>;
  setEbookSale: SqlFunction<{ actor: Actor; id: string | null; revision: number | null; sale: unknown }, Json>;
  setEbookSample: SqlFunction<{ actor: Actor; id: string | null; range: unknown }, string | null>;
  setEpisodeAudio: SqlFunction<{ actor: Actor; id: string | null; revision: number | null; uploadId: string | null; url: string | null; type: string | null; bytes: number | null; seconds: number | null }, Json>;
  setEpisodePicture: SqlFunction<{ actor: Actor; id: string | null; revision: number | null; uploadId: string | null; color: string | null }, Json>;
  setImportedAudio: SqlFunction<{ id: string | null; uploadId: string | null; source: string | null; type: string | null; bytes: number | null; seconds: number | null }, null>;
  setListPrices: SqlFunction<{ id: string | null; listPrices: unknown; suggested?: unknown }, null>;
  setSubscription: SqlFunction<{ email: string | null; subscribed: boolean | null; locale: string | null; consentVersion: string | null }, boolean | null>;
  setTeamNotices: SqlFunction<{ uid: string | null; notices: unknown }, Json>;
  settleEntitlements: SqlFunction<{ uid: string | null; ebookIds: readonly string[] | null }, null>;
  settleFree: SqlFunction<{ orderId: string | null }, Json>;
  settleOrder: SqlFunction<{ orderId: string | null; syncNo: number | null; state: string | null; paymentIntentId: string | null; refundedMinor: number | null; paidAt: string | null; country?: string | null; refunds?: unknown; refundPendingMinor?: number | null; facts?: unknown }, Json>;
  settleReview: SqlFunction<{ uid: string | null; ebookId: string | null }, null>;
  signOutEverywhere: SqlFunction<{ uid: string | null }, string | null>;
  siteDay: SqlFunction<{ at?: string | null }, string | null>;
  siteZone: SqlFunction<{ at?: string | null }, string | null>;
  skipSetupStep: SqlFunction<{ actor: Actor; step: string | null; isSkipped: boolean | null }, null>;
  snoozeTask: SqlFunction<{ actor: Actor; kind: string | null; subject: string | null; until: string | null; zone: string | null }, null>;
  soldCurrencies: () => Promise<readonly string[] | null>;
  starsJson: SqlFunction<{ ebookId: string | null }, Json>;
  startImport: SqlFunction<{ actor: Actor; id: string | null }, boolean | null>;
  stepOfCampaign: SqlFunction<{ campaignId: string | null }, number | null>;
  stopReviewReminders: SqlFunction<{ id: string | null }, Json>;
  suppressSubscriber: SqlFunction<{ id: string | null; reason: string | null }, null>;
  sweep: () => Promise<null>;
  sweepCampaigns: () => Promise<null>;
  sweepGifts: () => Promise<null>;
  sweepGuestOrders: () => Promise<null>;
  sweepInterest: () => Promise<null>;
  sweepKeptCarts: () => Promise<null>;
  sweepPageReports: () => Promise<null>;
  sweepReviews: () => Promise<null>;
  sweepSeries: () => Promise<null>;
  sweepVisits: () => Promise<null>;
  switchSeries: SqlFunction<{ actor: Actor; revision: number | null; isOn: boolean | null; takesImports: boolean | null; hasSteppedUp: boolean | null; stepUpFrom: number | null }, Json>;
  takeBackBook: SqlFunction<{ actor: Actor; id: string | null; orderId: string | null }, Json>;
  takeBackImportedBook: SqlFunction<{ actor: Actor; id: string | null; purchaseId: string | null }, Json>;
  takeHit: SqlFunction<{ bucket: string | null; windowSeconds: number | null; limit: number | null }, Json>;
  takeImportedAudio: () => Promise<Json>;
  takeJob: SqlFunction<{ name: string | null; holder: string | null; leaseSeconds: number | null; intervalSeconds: number | null }, Json>;
  takeJobs: SqlFunction<{ holder: string | null; jobs: unknown }, Json>;
  takeOutSeriesStep: SqlFunction<{ actor: Actor; revision: number | null; id: string | null }, Json>;
  takeOverOrders: SqlFunction<{ uid: string | null; verifiedEmail: string | null; withUnpaid?: boolean | null }, null>;
  takeSparesBack: SqlFunction<{ uid: string | null; ebookIds: readonly string[] | null }, null>;
  takeUpload: SqlFunction<{ id: string | null; kind: string | null }, string | null>;
  tellOfInterest: SqlFunction<{ limit: number | null }, boolean | null>;
  tellOfLaunch: SqlFunction<{ limit: number | null }, boolean | null>;
  tellOfPassword: SqlFunction<{ uid: string | null; email: string | null; locale: string | null }, null>;
  termsOf: SqlFunction<{ copies: unknown; withPrices: boolean | null }, string | null>;
  topBooks: SqlFunction<{ from: string | null; to: string | null; size: number | null }, Json>;
  transcriptsJson: SqlFunction<{ episodeId: string | null }, Json>;
  tryWrite: () => Promise<null>;
  undoImport: SqlFunction<{ actor: Actor; id: string | null }, boolean | null>;
  undoPortion: SqlFunction<{ id: string | null; size: number | null }, boolean | null>;
  undoReply: SqlFunction<{ actor: Actor; messageId: string | null; replyId: string | null }, Json>;
  unscheduleEpisode: SqlFunction<{ actor: Actor; id: string | null; revision: number | null }, Json>;
  unsubscribe: SqlFunction<{ id: string | null; campaignId?: string | null }, Json>;
  untilNextCheck: SqlFunction<{ since: string | null }, string | null>;
  upsertUser: SqlFunction<{ uid: string | null; email: string | null; verifiedEmail: string | null; name: string | null; photoUrl: string | null; isByGoogle?: boolean | null; locale?: string | null; issuedAt?: string | null }, boolean | null>;
  useStampedCopy: SqlFunction<{ key: string | null; orderId: string | null; ebookId: string | null; filename: string | null; version: string | null }, string | null>;
  visitName: SqlFunction<{ kind: string | null; name: string | null }, number | null>;
  walkedRows: () => Promise<number | null>;
  withdrawInvitation: SqlFunction<{ actor: Actor; id: string | null }, Json>;
  withdrawPost: SqlFunction<{ actor: Actor; id: string | null; revision: number | null }, Json>;
  wordPatterns: SqlFunction<{ words: string | null; asWritten: boolean | null }, readonly string[] | null>;
  wordsCondition: SqlFunction<{ column: string | null; words: string | null; indexed: boolean | null }, string | null>;
  writeAuditLog: SqlFunction<{ actor: Actor; action: string | null; subjectKind: string | null; subjectId: string | null; before: unknown; after: unknown }, null>;
  writeGifts: SqlFunction<{ orderId: string | null; copies: unknown }, null>;
  writeStep: SqlFunction<{ id: string | null; postRevision: number | null; frozen: unknown }, boolean | null>;
};

export const sqlNames = [
  'accept_invitation',
  'add_ebook',
  'add_import',
  'add_import_rows',
  'add_series_step',
  'add_totals',
  'address_digest',
  'address_pattern',
  'advance_campaigns',
  'advance_series',
  'amount_line',
  'amounts',
  'announce_version',
  'archive_promotion',
  'ask_for_launch',
  'ask_for_sample',
  'asks_at',
  'asks_room',
  'assign_message',
  'attach_session',
  'audio_key',
  'audio_upload_key',
  'awaits_launch',
  'begin_balance_reading',
  'begin_campaign',
  'begin_channel_sync',
  'begin_payment_sync',
  'begin_podcast_import',
  'begin_refund',
  'begin_restore',
  'bind_owner',
  'books_of_order',
  'bundles_json',
  'buyer_keys',
  'campaign_post',
  'cancel_payment',
  'change_member_role',
  'change_receipt_buyer',
  'check_ledger',
  'choose_import_columns',
  'chosen_ebooks',
  'claim_admin',
  'claim_campaign_recipients',
  'claim_gift',
  'claim_imported_purchases',
  'claim_mail',
  'claim_refunds',
  'claim_unused_files',
  'clear_failed_work',
  'close_gift',
  'confirm_interest',
  'confirm_subscription',
  'consent_names_books',
  'copies_of_order',
  'correct_order_email',
  'count_audio_episodes',
  'count_download',
  'count_handed',
  'count_page_report',
  'count_quota',
  'count_visit',
  'counted_matches',
  'cover_key',
  'create_campaign',
  'create_episode',
  'create_post',
  'credit_lines',
  'decline_refund',
  'defer_campaign',
  'delete_account',
  'delete_campaign',
  'delete_episode',
  'delete_episode_series',
  'delete_message',
  'delete_person',
  'delete_post',
  'delete_review',
  'discard_import',
  'discard_refused_rows',
  'drop_copies',
  'drop_file',
  'drop_held_drafts',
  'drop_order_draft',
  'drop_picture',
  'drop_purges',
  'edit_campaign',
  'edit_ebook',
  'edit_episode',
  'edit_post',
  'end_after_returns',
  'end_channel_sync',
  'end_job',
  'end_session',
  'entitled_file',
  'episode_audio_json',
  'episodes_of_text',
  'erase_gifts',
  'erase_guest_orders',
  'erase_imported_address',
  'erase_in_mails',
  'erase_invitation_email',
  'erase_reviews',
  'expect_audio',
  'expect_brand_picture',
  'expect_import_proof',
  'expect_picture',
  'expect_post_picture',
  'expect_sample',
  'expect_upload',
  'export_changes',
  'export_horizon',
  'export_rows',
  'export_shape',
  'fail_refund',
  'fail_sample',
  'find_video_of',
  'finish_campaign',
  'finish_event',
  'finish_imported_audio',
  'finish_mail',
  'finish_reading',
  'finish_restore',
  'finish_sample',
  'finish_stamped_copy',
  'foresee_podcast_import',
  'free_copy',
  'free_post_slug',
  'free_slug',
  'further_rows',
  'get_account_standing',
  'get_admin_campaign',
  'get_admin_ebook',
  'get_admin_episode',
  'get_admin_order',
  'get_admin_post',
  'get_analytics',
  'get_balance_reading',
  'get_campaign_audience',
  'get_campaign_words',
  'get_channel',
  'get_content',
  'get_content_draft',
  'get_content_version',
  'get_copy_to_deliver',
  'get_cues',
  'get_due_campaign',
  'get_ebook',
  'get_ebook_by_upload',
  'get_ebook_file',
  'get_episode',
  'get_episode_series',
  'get_featured_ebook',
  'get_frozen_campaign',
  'get_gift',
  'get_guest_order',
  'get_health',
  'get_import',
  'get_import_at_work',
  'get_import_proof',
  'get_kept_cart',
  'get_kept_version_file',
  'get_legal_text',
  'get_lists_file',
  'get_mailbox_cursor',
  'get_my_review',
  'get_next_price_change',
  'get_order',
  'get_order_by_intent',
  'get_order_by_session',
  'get_order_link',
  'get_page_sources',
  'get_person',
  'get_personal_data',
  'get_podcast_import',
  'get_post',
  'get_post_version',
  'get_quote_facts',
  'get_receipt_buyer',
  'get_sender_check',
  'get_series',
  'get_setup',
  'get_shown_cues',
  'get_site_counts',
  'get_stats',
  'get_step_words',
  'get_subscriber_growth',
  'get_team_notices',
  'get_test_email',
  'get_transcript',
  'get_user_photo',
  'get_visits',
  'give_back_hit',
  'give_book',
  'give_spares_away',
  'give_up_mail',
  'had_hidden_review',
  'has_ebooks',
  'has_episodes',
  'has_posts',
  'has_read_channel',
  'has_sold_prices',
  'identify_import',
  'import_episodes',
  'import_portion',
  'inbox_page',
  'index_patterns',
  'interrupt_campaign',
  'invite_member',
  'is_channel',
  'is_cover_of',
  'is_erased_reader',
  'is_event_done',
  'is_known_guid',
  'is_last_owner',
  'is_put_off',
  'is_reserved_slug',
  'is_restored',
  'is_subscribed',
  'is_taken_back',
  'is_told_once',
  'issue_past_receipts',
  'keep_campaign',
  'keep_import_proof',
  'keep_job',
  'keep_mail',
  'keep_site_zone',
  'launch_books',
  'leave_interest',
  'list_admin_ebooks',
  'list_admin_episode_series',
  'list_admin_episodes',
  'list_admin_orders',
  'list_admin_posts',
  'list_admin_reviews',
  'list_assignees',
  'list_audit_log',
  'list_bought_ebooks',
  'list_bundles',
  'list_campaigns',
  'list_content_versions',
  'list_copies_to_remove',
  'list_coupons',
  'list_due_drafts',
  'list_earlier_uploads_to_read',
  'list_ebooks',
  'list_ebooks_of_pix',
  'list_episodes',
  'list_feed_episodes',
  'list_gifts',
  'list_imports',
  'list_kept_subjects',
  'list_kept_versions',
  'list_library',
  'list_listening_positions',
  'list_messages',
  'list_orders',
  'list_owner_tasks',
  'list_page_reports',
  'list_pictures_due',
  'list_pictures_left',
  'list_post_versions',
  'list_posts',
  'list_posts_about_episode',
  'list_prices_below_sale',
  'list_purges_due',
  'list_receipts',
  'list_refused_rows',
  'list_reviews',
  'list_sale_results',
  'list_samples_due',
  'list_sessions_to_check',
  'list_shown_series',
  'list_sitemap_pages',
  'list_subscribers',
  'list_taken_ids',
  'list_team',
  'list_unpriced_ebooks',
  'list_unseen_uploads',
  'list_unsold_ebooks',
  'list_uploads_to_read',
  'list_users',
  'list_waiting_uploads',
  'lock_campaign',
  'lock_ebook',
  'lock_episode',
  'lock_episode_series',
  'lock_post',
  'lock_promotions',
  'lock_review',
  'lock_series',
  'lock_team',
  'mail_stuck_since',
  'mailbox_has_room',
  'mailbox_health',
  'mailbox_of',
  'make_draft',
  'map_import_product',
  'mark_gifts',
  'mark_message',
  'mark_spam',
  'may_change_team',
  'may_hand_campaign',
  'may_prepare_lists',
  'message_due_by',
  'message_replies_json',
  'misses_post_picture',
  'missing_brand_picture',
  'moderate_review',
  'move_address',
  'move_campaign',
  'move_mailbox_cursor',
  'move_series_step',
  'name_author',
  'name_taken',
  'next_site_day',
  'note_balance',
  'note_campaign_bounce',
  'note_campaign_complaint',
  'note_campaign_failure',
  'note_campaign_test',
  'note_doctor_run',
  'note_failed_work',
  'note_imported_audio_problem',
  'note_jobs',
  'note_lists_export',
  'note_mail_bounce',
  'note_news',
  'note_person',
  'note_person_export',
  'note_postponed',
  'notify_team',
  'offer_admin_code',
  'offer_slug',
  'open_order',
  'open_person',
  'order_coupon',
  'order_mail_kinds',
  'own_picture_key',
  'owner_addresses',
  'owners_of',
  'page_now',
  'pause_campaigns',
  'pause_series',
  'pdf_json',
  'pending_orders_of_book',
  'personal_campaigns',
  'personal_gifts',
  'personal_interest',
  'personal_reviews',
  'personal_subscription',
  'plan_prices',
  'plan_purges',
  'playable_address',
  'post_pictures_of',
  'postpone_mail',
  'postpone_picture',
  'prepare_campaign',
  'preview_ebook_sale',
  'preview_episode',
  'preview_post',
  'price_before',
  'publish_content',
  'publish_due_episodes',
  'publish_due_posts',
  'publish_episode',
  'publish_post',
  'put_episode_on_site',
  'put_post_on_site',
  'quota_reset',
  'read_import',
  'receipt_lines',
  'receipt_name',
  'receive_free_order',
  'recount',
  'refusal',
  'refuse_campaign',
  'refuse_import',
  'remind_of_launches',
  'remove_ebook',
  'remove_member',
  'renew_gift',
  'renew_order_link',
  'replace_ebook_cover',
  'replace_ebook_pdf',
  'replace_receipt',
  'reply_to_message',
  'reply_to_review',
  'request_lists_file',
  'request_refund',
  'request_subscription',
  'resend_gift',
  'resend_mail_as_admin',
  'resend_order_link',
  'resend_purchase_mail',
  'restart_balance_reading',
  'restore_ebook_pdf',
  'restore_post_version',
  'restore_rows',
  'restore_structure',
  'retire_audio',
  'retire_file',
  'retry_imported_audio',
  'review_standing',
  'rule',
  'sale_before_json',
  'sale_json',
  'sample_json',
  'sampling_json',
  'save_bundle',
  'save_contact_message',
  'save_content_draft',
  'save_coupon',
  'save_episode_series',
  'save_kept_cart',
  'save_listening_position',
  'save_picture',
  'save_post_draft',
  'save_reading_position',
  'save_receipt_buyer',
  'save_review',
  'save_transcript',
  'save_unstamped_file',
  'save_uploads',
  'schedule_campaign',
  'search_admin',
  'search_words',
  'send_daily_notices',
  'send_dispute_emails',
  'send_gift',
  'send_owner_alerts',
  'send_payment_reminders',
  'send_test_email',
  'series_changed',
  'series_of_episode',
  'set_ebook_file',
  'set_ebook_launch',
  'set_ebook_sale',
  'set_ebook_sample',
  'set_episode_audio',
  'set_episode_picture',
  'set_imported_audio',
  'set_list_prices',
  'set_subscription',
  'set_team_notices',
  'settle_entitlements',
  'settle_free',
  'settle_order',
  'settle_review',
  'sign_out_everywhere',
  'site_day',
  'site_zone',
  'skip_setup_step',
  'snooze_task',
  'sold_currencies',
  'stars_json',
  'start_import',
  'step_of_campaign',
  'stop_review_reminders',
  'suppress_subscriber',
  'sweep',
  'sweep_campaigns',
  'sweep_gifts',
  'sweep_guest_orders',
  'sweep_interest',
  'sweep_kept_carts',
  'sweep_page_reports',
  'sweep_reviews',
  'sweep_series',
  'sweep_visits',
  'switch_series',
  'take_back_book',
  'take_back_imported_book',
  'take_hit',
  'take_imported_audio',
  'take_job',
  'take_jobs',
  'take_out_series_step',
  'take_over_orders',
  'take_spares_back',
  'take_upload',
  'tell_of_interest',
  'tell_of_launch',
  'tell_of_password',
  'terms_of',
  'top_books',
  'transcripts_json',
  'try_write',
  'undo_import',
  'undo_portion',
  'undo_reply',
  'unschedule_episode',
  'unsubscribe',
  'until_next_check',
  'upsert_user',
  'use_stamped_copy',
  'visit_name',
  'walked_rows',
  'withdraw_invitation',
  'withdraw_post',
  'word_patterns',
  'words_condition',
  'write_audit_log',
  'write_gifts',
  'write_step',
] as const;
