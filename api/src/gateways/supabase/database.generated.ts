// Drawn from supabase/schemas by `npm run database-types`; not written by hand.
import { CurrencySchema } from '@site/shared/money/money.ts';
import * as v from 'valibot';

/** The columns of each table, as JSON has them. */
export const tables = {
  accounts: v.object({
    uid: v.string(),
    signed_out_at: v.nullable(v.string()),
    deleted_at: v.nullable(v.string()),
  }),
  admin_changes: v.object({
    id: v.number(),
    at: v.string(),
    actor_uid: v.string(),
    actor_email: v.string(),
    request_id: v.string(),
    action: v.string(),
    subject_kind: v.picklist(['order', 'account', 'ebook', 'episode', 'content', 'setting', 'message', 'subscriber', 'mail', 'team', 'import', 'person', 'post', 'promotion', 'letter', 'series']),
    subject_id: v.string(),
    before: v.nullable(v.unknown()),
    after: v.nullable(v.unknown()),
  }),
  admin_code: v.object({
    is_only: v.boolean(),
    digest: v.string(),
    wrong_tries: v.number(),
    made_at: v.string(),
    expires_at: v.string(),
  }),
  automatic_drafts: v.object({
    about_kind: v.picklist(['episode', 'ebook']),
    about_id: v.string(),
    noted_at: v.string(),
    settled_at: v.nullable(v.string()),
    post_id: v.nullable(v.string()),
    letter_id: v.nullable(v.string()),
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
  calendars: v.object({
    id: v.number(),
    zone: v.string(),
    state: v.picklist(['building', 'shown', 'old']),
    counted_to: v.string(),
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
    taken: v.number(),
    created_at: v.string(),
    archived_at: v.nullable(v.string()),
  }),
  currencies: v.object({
    code: v.string(),
    decimals: v.number(),
    is_sold_by_default: v.boolean(),
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
  ebook_prices: v.object({
    ebook_id: v.string(),
    currency: CurrencySchema,
    amount_minor: v.number(),
    suggested_minor: v.nullable(v.number()),
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
    pages: v.nullable(v.number()),
    has_outline: v.boolean(),
    file_bytes: v.nullable(v.number()),
    filename: v.string(),
    pdf_key: v.nullable(v.string()),
    file_version: v.number(),
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
  episode_ebooks: v.object({
    episode_id: v.string(),
    ebook_id: v.string(),
    position: v.number(),
  }),
  episode_slugs: v.object({
    slug: v.string(),
    episode_id: v.string(),
    given_at: v.string(),
  }),
  episodes: v.object({
    id: v.string(),
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
    is_put_away: v.boolean(),
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
    letters: v.number(),
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
  letter_covers: v.object({
    key: v.string(),
  }),
  letter_days: v.object({
    day: v.string(),
    handed: v.number(),
  }),
  letter_pace: v.object({
    is_only: v.boolean(),
    next_at: v.string(),
  }),
  letter_recipients: v.object({
    letter_id: v.string(),
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
  letter_series: v.object({
    is_only: v.boolean(),
    state: v.picklist(['off', 'on', 'paused']),
    since: v.nullable(v.string()),
    takes_imports: v.boolean(),
    looked_at: v.nullable(v.string()),
    revision: v.number(),
  }),
  letters: v.object({
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
    kind: v.picklist(['stuck_mail', 'undelivered_order', 'payments_unread', 'channel_unread', 'failed_refund', 'disputes_unread', 'paid_twice', 'owed_refund', 'amount_differs', 'overdue_payment', 'mailbox_unread', 'ledger_fault', 'letter_stopped', 'letter_late', 'letter_unknown', 'job_failing']),
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
    visibility: v.picklist(['site', 'letter']),
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
  reading_rights: v.object({
    uid: v.nullable(v.string()),
    ebook_id: v.nullable(v.string()),
    by_id: v.nullable(v.string()),
    granted_at: v.nullable(v.string()),
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
    letter_id: v.string(),
    post_id: v.string(),
    after_days: v.number(),
    placed_at: v.string(),
    written_revision: v.number(),
    written_at: v.string(),
    forgotten: v.number(),
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
    kind: v.picklist(['refund_request', 'message', 'ebook_draft', 'letter_stopped', 'letter_late', 'letter_unknown', 'letter_complained', 'post_unpublished', 'import_refused']),
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
    calendar: v.number(),
    metric: v.picklist(['users', 'checkouts', 'paid_checkouts', 'orders', 'refunds', 'fees', 'disputes', 'countries', 'languages', 'books', 'book_amounts', 'subscribed', 'unsubscribed']),
    span: v.picklist(['quarter', 'day', 'month']),
    starts_at: v.string(),
    key: v.string(),
    n: v.number(),
    minor: v.number(),
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
    kind: v.picklist(['pdf', 'cover', 'brand', 'original', 'import', 'picture', 'post_picture', 'sample']),
    upload_id: v.nullable(v.string()),
    remove_after: v.string(),
    is_going: v.boolean(),
    ebook_id: v.nullable(v.string()),
    version: v.nullable(v.number()),
    pages: v.nullable(v.number()),
    has_outline: v.nullable(v.boolean()),
    file_bytes: v.nullable(v.number()),
    replaced_at: v.nullable(v.string()),
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

/** The functions that the API may call. JSON has the shape that the function's comment and its repository say. */
export type Functions = {
  accept_invitation: { Args: { p_actor: unknown; p_id: string | null; p_generation: number | null; p_email: string | null; p_is_late: boolean | null }; Returns: unknown };
  add_ebook: { Args: { p_actor: unknown; p_id: string | null; p_book: unknown; p_pdf_id: string | null; p_pages: number | null; p_cover_id: string | null; p_cover_color: string | null; p_has_outline?: boolean | null; p_bytes?: number | null }; Returns: unknown };
  add_import: { Args: { p_id: string | null; p_kind: string | null; p_source: string | null; p_filename: string | null; p_origin: string | null; p_consented_at: string | null; p_locale: string | null }; Returns: string };
  add_import_rows: { Args: { p_id: string | null; p_rows: unknown }; Returns: boolean };
  add_series_step: { Args: { p_actor: unknown; p_revision: number | null; p_post_id: string | null; p_after_days: number | null; p_post_revision: number | null; p_frozen: unknown; p_most: number | null }; Returns: unknown };
  add_totals: { Args: { p_counted: readonly string[] | null }; Returns: undefined };
  address_digest: { Args: { p_email: string | null }; Returns: string };
  address_pattern: { Args: { p_words: string | null }; Returns: string };
  advance_letters: { Args: Record<never, never>; Returns: unknown };
  advance_series: { Args: Record<never, never>; Returns: unknown };
  amount_line: { Args: { p_minor: number | null }; Returns: unknown };
  amounts: { Args: { p_metric: string | null; p_from: string | null; p_to: string | null }; Returns: unknown };
  announce_version: { Args: { p_limit: number | null }; Returns: boolean };
  archive_promotion: { Args: { p_actor: unknown; p_id: string | null }; Returns: boolean };
  ask_for_launch: { Args: { p_ebook_id: string | null; p_email: string | null; p_locale: string | null }; Returns: string };
  ask_for_sample: { Args: { p_ebook_id: string | null; p_email: string | null; p_locale: string | null }; Returns: string };
  asks_at: { Args: Record<never, never>; Returns: string };
  asks_room: { Args: Record<never, never>; Returns: number };
  assign_message: { Args: { p_actor: unknown; p_id: string | null; p_uid: string | null; p_previous_uid: string | null }; Returns: unknown };
  attach_session: { Args: { p_order_id: string | null; p_session_id: string | null }; Returns: string };
  awaits_launch: { Args: { p_uid: string | null; p_ebook_id: string | null }; Returns: boolean };
  begin_balance_reading: { Args: Record<never, never>; Returns: unknown };
  begin_channel_sync: { Args: { p_channel_id: string | null }; Returns: unknown };
  begin_letter: { Args: { p_id: string | null; p_post_revision: number | null; p_frozen: unknown }; Returns: boolean };
  begin_payment_sync: { Args: { p_session_id: string | null; p_order_id: string | null }; Returns: unknown };
  begin_refund: { Args: { p_actor: unknown; p_order_id: string | null; p_attempt_id: string | null; p_items: unknown; p_amount_minor: number | null; p_currency: string | null; p_takes_claimed?: boolean | null; p_evidence?: string | null; p_left_minor?: number | null; p_keeps_access?: boolean | null; p_reason?: string | null }; Returns: unknown };
  begin_restore: { Args: { p_export: string | null; p_has_files: boolean | null }; Returns: unknown };
  bind_owner: { Args: { p_actor: unknown; p_by: string | null }; Returns: boolean };
  books_of_order: { Args: { p_order_id: string | null }; Returns: readonly string[] };
  bundles_json: { Args: { p_ebook_id: string | null }; Returns: unknown };
  buyer_keys: { Args: { p_buyer_key: string | null; p_browser_digest: string | null }; Returns: readonly string[] };
  cancel_payment: { Args: { p_uid: string | null; p_order_id: string | null }; Returns: unknown };
  category_words: { Args: { categories: readonly string[] | null }; Returns: string };
  change_member_role: { Args: { p_actor: unknown; p_uid: string | null; p_role: string | null; p_previous_role: string | null }; Returns: string };
  change_receipt_buyer: { Args: { p_uid: string | null; p_order_id: string | null; p_name: string | null; p_tax_id: unknown }; Returns: unknown };
  check_ledger: { Args: { p_part: string | null; p_size: number | null }; Returns: number };
  choose_import_columns: { Args: { p_id: string | null; p_columns: unknown }; Returns: undefined };
  chosen_ebooks: { Args: { p_episode_id: string | null }; Returns: readonly string[] };
  claim_admin: { Args: { p_actor: unknown; p_digest: string | null }; Returns: boolean };
  claim_gift: { Args: { p_gift_id: string | null; p_generation: number | null; p_uid: string | null; p_email: string | null; p_name: string | null; p_shows_name?: boolean | null }; Returns: unknown };
  claim_imported_purchases: { Args: { p_uid: string | null; p_email: string | null; p_locale: string | null }; Returns: undefined };
  claim_letter_recipients: { Args: { p_limit: number | null; p_lease_seconds: number | null; p_per_second: number | null }; Returns: unknown };
  claim_mail: { Args: { p_limit: number | null; p_lease_seconds: number | null }; Returns: unknown };
  claim_refunds: { Args: { p_limit: number | null }; Returns: unknown };
  claim_unused_files: { Args: { p_limit: number | null }; Returns: unknown };
  close_gift: { Args: { p_actor: unknown; p_order_id: string | null; p_gift_id: string | null }; Returns: boolean };
  confirm_interest: { Args: { p_id: string | null; p_is_late: boolean | null }; Returns: unknown };
  confirm_subscription: { Args: { p_id: string | null; p_generation: number | null; p_is_late: boolean | null; p_renews?: unknown }; Returns: unknown };
  consent_names_books: { Args: { p_source: string | null; p_version: string | null }; Returns: boolean };
  copies_of_order: { Args: { p_order_id: string | null }; Returns: unknown };
  correct_order_email: { Args: { p_actor: unknown; p_order_id: string | null; p_email: string | null; p_previous_email: string | null }; Returns: unknown };
  count_days: { Args: { p_calendar: number | null; p_zone: string | null; p_from: string | null; p_to: string | null }; Returns: undefined };
  count_download: { Args: { p_uid: string | null; p_ebook_id: string | null }; Returns: undefined };
  count_handed: { Args: Record<never, never>; Returns: undefined };
  count_page_report: { Args: { p_locale: string | null; p_release: string | null; p_vitals: unknown; p_errors: unknown; p_network?: string | null }; Returns: undefined };
  count_quota: { Args: { p_channel_id: string | null; p_units: number | null; p_exceeded: boolean | null }; Returns: undefined };
  count_visit: { Args: { p_event: string | null; p_pages: readonly string[] | null; p_is_visit: boolean | null; p_source: string | null; p_campaign: string | null }; Returns: undefined };
  counted_matches: { Args: Record<never, never>; Returns: number };
  cover_key: { Args: { p_filename: string | null; p_version: string | null }; Returns: string };
  create_letter: { Args: { p_actor: unknown; p_post_id: string | null }; Returns: unknown };
  create_post: { Args: { p_actor: unknown; p_kind: string | null }; Returns: unknown };
  credit_lines: { Args: { p_refund_id: string | null }; Returns: unknown };
  decline_refund: { Args: { p_actor: unknown; p_order_id: string | null; p_note: string | null }; Returns: unknown };
  defer_letter: { Args: { p_letter_id: string | null; p_subscriber_id: string | null; p_claims: number | null; p_error: string | null }; Returns: undefined };
  delete_account: { Args: { p_uid: string | null; p_email: string | null; p_locale?: string | null }; Returns: unknown };
  delete_letter: { Args: { p_id: string | null }; Returns: string };
  delete_message: { Args: { p_actor: unknown; p_id: string | null }; Returns: boolean };
  delete_person: { Args: { p_actor: unknown; p_id: string | null }; Returns: unknown };
  delete_post: { Args: { p_actor: unknown; p_id: string | null; p_revision?: number | null; p_drafts?: unknown }; Returns: unknown };
  delete_review: { Args: { p_uid: string | null; p_ebook_id: string | null }; Returns: boolean };
  discard_import: { Args: { p_id: string | null }; Returns: boolean };
  discard_refused_rows: { Args: { p_id: string | null }; Returns: boolean };
  drop_held_drafts: { Args: Record<never, never>; Returns: undefined };
  drop_order_draft: { Args: { p_order_id: string | null }; Returns: undefined };
  edit_ebook: { Args: { p_actor: unknown; p_id: string | null; p_revision: number | null; p_book: unknown }; Returns: unknown };
  edit_episode: { Args: { p_actor: unknown; p_id: string | null; p_revision: number | null; p_edits: unknown }; Returns: unknown };
  edit_letter: { Args: { p_actor: unknown; p_id: string | null; p_revision: number | null; p_heads: unknown; p_segment: unknown }; Returns: unknown };
  edit_post: { Args: { p_actor: unknown; p_id: string | null; p_revision: number | null; p_edits: unknown }; Returns: unknown };
  end_after_returns: { Args: { p_subscriber_id: string | null; p_generation: number | null }; Returns: undefined };
  end_channel_sync: { Args: { p_channel_id: string | null; p_seen: readonly string[] | null }; Returns: number };
  end_job: { Args: { p_name: string | null; p_holder: string | null; p_error: string | null }; Returns: undefined };
  end_session: { Args: { p_uid: string | null; p_signed_in_at: number | null }; Returns: undefined };
  entitled_file: { Args: { p_uid: string | null; p_ebook_id: string | null }; Returns: string };
  expect_brand_picture: { Args: { p_id: string | null; p_name: string | null }; Returns: string };
  expect_import_proof: { Args: { p_id: string | null; p_upload_id: string | null }; Returns: string };
  expect_picture: { Args: { p_upload_id: string | null; p_id: string | null }; Returns: string };
  expect_post_picture: { Args: { p_id: string | null }; Returns: string };
  expect_sample: { Args: { p_ebook_id: string | null; p_revision: number | null; p_key: string | null }; Returns: boolean };
  expect_upload: { Args: { p_id: string | null; p_kind: string | null; p_filename: string | null; p_ebook_id: string | null }; Returns: unknown };
  export_changes: { Args: { p_since: string | null }; Returns: unknown };
  export_horizon: { Args: Record<never, never>; Returns: string };
  export_rows: { Args: { p_table: string | null; p_after: unknown; p_limit: number | null }; Returns: string };
  export_shape: { Args: Record<never, never>; Returns: unknown };
  fail_refund: { Args: { p_id: string | null; p_obstacle: string | null }; Returns: undefined };
  fail_sample: { Args: { p_ebook_id: string | null; p_revision: number | null; p_problem: string | null }; Returns: undefined };
  finish_event: { Args: { p_id: string | null; p_type: string | null }; Returns: undefined };
  finish_letter: { Args: { p_letter_id: string | null; p_subscriber_id: string | null; p_claims: number | null }; Returns: undefined };
  finish_mail: { Args: { p_id: string | null; p_mark?: string | null }; Returns: undefined };
  finish_reading: { Args: { p_id: string | null }; Returns: undefined };
  finish_restore: { Args: { p_rows: unknown; p_sequences: unknown; p_send_mail: boolean | null; p_reason: string | null }; Returns: unknown };
  finish_sample: { Args: { p_ebook_id: string | null; p_revision: number | null; p_key: string | null; p_pages: number | null; p_bytes: number | null }; Returns: boolean };
  finish_stamped_copy: { Args: { p_key: string | null }; Returns: boolean };
  forget_copies: { Args: { p_keys: readonly string[] | null }; Returns: undefined };
  forget_failed_work: { Args: { p_job: string | null; p_unit: string | null }; Returns: undefined };
  forget_file: { Args: { p_key: string | null; p_kind: string | null }; Returns: undefined };
  forget_gifts: { Args: { p_uid: string | null; p_email: string | null }; Returns: undefined };
  forget_guest_orders: { Args: { p_email: string | null }; Returns: undefined };
  forget_imported_address: { Args: { p_uid: string | null; p_email: string | null }; Returns: undefined };
  forget_in_mails: { Args: { p_order_ids: readonly string[] | null }; Returns: undefined };
  forget_invitation_letter: { Args: { p_email: string | null }; Returns: undefined };
  forget_picture: { Args: { p_id: string | null }; Returns: undefined };
  forget_purges: { Args: { p_ids: readonly number[] | null }; Returns: undefined };
  forget_reviews: { Args: { p_uid: string | null }; Returns: undefined };
  free_copy: { Args: { p_gift_id: string | null }; Returns: string };
  free_post_slug: { Args: { p_id: string | null; p_title: string | null }; Returns: string };
  free_slug: { Args: { p_episode_id: string | null; p_title: string | null }; Returns: string };
  further_rows: { Args: { p_found: number | null; p_size: number | null }; Returns: number };
  get_account_standing: { Args: { p_uid: string | null }; Returns: unknown };
  get_admin_ebook: { Args: { p_id: string | null }; Returns: unknown };
  get_admin_episode: { Args: { p_id: string | null }; Returns: unknown };
  get_admin_letter: { Args: { p_id: string | null }; Returns: unknown };
  get_admin_order: { Args: { p_order_id: string | null }; Returns: unknown };
  get_admin_post: { Args: { p_id: string | null }; Returns: unknown };
  get_analytics: { Args: { p_from: string | null; p_to: string | null; p_step: string | null }; Returns: unknown };
  get_balance_reading: { Args: Record<never, never>; Returns: unknown };
  get_channel: { Args: { p_channel_id: string | null }; Returns: unknown };
  get_content: { Args: { p_keys: readonly string[] | null }; Returns: unknown };
  get_content_draft: { Args: { p_id: string | null }; Returns: unknown };
  get_content_version: { Args: { p_key: string | null; p_version: number | null }; Returns: unknown };
  get_copy_to_deliver: { Args: { p_uid: string | null; p_ebook_id: string | null }; Returns: unknown };
  get_due_letter: { Args: { p_id: string | null }; Returns: unknown };
  get_ebook: { Args: { p_id: string | null }; Returns: unknown };
  get_ebook_by_upload: { Args: { p_id: string | null }; Returns: unknown };
  get_ebook_file: { Args: { p_id: string | null }; Returns: unknown };
  get_episode: { Args: { p_slug: string | null }; Returns: unknown };
  get_featured_ebook: { Args: Record<never, never>; Returns: unknown };
  get_frozen_letter: { Args: { p_id: string | null }; Returns: unknown };
  get_gift: { Args: { p_gift_id: string | null }; Returns: unknown };
  get_guest_order: { Args: { p_session_id: string | null; p_guest_digest: string | null }; Returns: unknown };
  get_health: { Args: Record<never, never>; Returns: unknown };
  get_import: { Args: { p_id: string | null }; Returns: unknown };
  get_import_at_work: { Args: Record<never, never>; Returns: unknown };
  get_import_proof: { Args: { p_id: string | null }; Returns: unknown };
  get_kept_cart: { Args: { p_uid: string | null }; Returns: unknown };
  get_kept_version_file: { Args: { p_id: string | null; p_version: number | null }; Returns: unknown };
  get_legal_text: { Args: { p_document: string | null; p_name: string | null }; Returns: unknown };
  get_letter_audience: { Args: { p_post_id: string | null; p_segment: unknown }; Returns: unknown };
  get_letter_words: { Args: { p_id: string | null; p_locale: string | null }; Returns: unknown };
  get_mailbox_cursor: { Args: { p_mailbox: string | null; p_uid_validity: string | null }; Returns: number };
  get_my_review: { Args: { p_uid: string | null; p_ebook_id: string | null }; Returns: unknown };
  get_next_price_change: { Args: Record<never, never>; Returns: string };
  get_order: { Args: { p_uid: string | null; p_order_id: string | null }; Returns: unknown };
  get_order_by_intent: { Args: { p_payment_intent_id: string | null }; Returns: unknown };
  get_order_by_session: { Args: { p_session_id: string | null }; Returns: unknown };
  get_order_link: { Args: { p_order_id: string | null }; Returns: unknown };
  get_page_sources: { Args: { p_page: string | null; p_from: string | null; p_to: string | null; p_size: number | null }; Returns: unknown };
  get_person: { Args: { p_id: string | null }; Returns: unknown };
  get_personal_data: { Args: { p_uid: string | null; p_email: string | null }; Returns: unknown };
  get_post: { Args: { p_slug: string | null; p_locale: string | null }; Returns: unknown };
  get_post_version: { Args: { p_id: string | null; p_locale: string | null; p_version: number | null }; Returns: unknown };
  get_quote_facts: { Args: { p_ebook_ids: readonly string[] | null; p_currency: string | null; p_code: string | null; p_uid: string | null; p_email: string | null; p_guest_digest?: string | null }; Returns: unknown };
  get_receipt_buyer: { Args: { p_uid: string | null }; Returns: unknown };
  get_recount: { Args: Record<never, never>; Returns: unknown };
  get_sender_check: { Args: { p_domain: string | null }; Returns: unknown };
  get_series: { Args: Record<never, never>; Returns: unknown };
  get_setup: { Args: Record<never, never>; Returns: unknown };
  get_site_counts: { Args: Record<never, never>; Returns: unknown };
  get_stats: { Args: { p_day: string | null; p_week: string | null; p_month: string | null }; Returns: unknown };
  get_step_words: { Args: { p_post_id: string | null }; Returns: unknown };
  get_subscriber_growth: { Args: { p_from: string | null; p_to: string | null }; Returns: unknown };
  get_team_notices: { Args: { p_uid: string | null }; Returns: unknown };
  get_test_email: { Args: { p_id: string | null }; Returns: unknown };
  get_user_photo: { Args: { p_uid: string | null }; Returns: string };
  get_visits: { Args: { p_from: string | null; p_to: string | null; p_size: number | null }; Returns: unknown };
  give_back_hit: { Args: { p_bucket: string | null; p_window_seconds: number | null }; Returns: undefined };
  give_book: { Args: { p_actor: unknown; p_id: string | null; p_uid: string | null; p_attempt_id: string | null; p_ebook_id: string | null; p_reason: string | null }; Returns: string };
  give_spares_away: { Args: { p_uid: string | null; p_ebook_ids: readonly string[] | null }; Returns: undefined };
  give_up_mail: { Args: { p_id: string | null; p_error: string | null; p_is_recipient: boolean | null }; Returns: undefined };
  had_hidden_review: { Args: { p_uid: string | null; p_ebook_id: string | null }; Returns: boolean };
  has_episodes: { Args: Record<never, never>; Returns: boolean };
  has_posts: { Args: Record<never, never>; Returns: boolean };
  has_quarters: { Args: { p_metric: string | null }; Returns: boolean };
  has_read_channel: { Args: Record<never, never>; Returns: boolean };
  has_sold_prices: { Args: { p_ebook_id: string | null }; Returns: boolean };
  identify_import: { Args: { p_id: string | null; p_digest: string | null }; Returns: boolean };
  import_portion: { Args: { p_id: string | null; p_size: number | null }; Returns: boolean };
  inbox_page: { Args: { p_table: string | null; p_text: string | null; p_state: string | null; p_words: string | null; p_at: string | null; p_id: string | null; p_is_backwards: boolean | null; p_size: number | null }; Returns: readonly string[] };
  index_patterns: { Args: { p_words: string | null; p_as_written: boolean | null }; Returns: readonly string[] };
  interrupt_letter: { Args: { p_letter_id: string | null; p_subscriber_id: string | null; p_claims: number | null; p_error: string | null; p_was_tried?: boolean | null }; Returns: undefined };
  invite_member: { Args: { p_actor: unknown; p_email: string | null; p_role: string | null; p_locale: string | null }; Returns: string };
  is_channel: { Args: { p_channel_id: string | null }; Returns: boolean };
  is_common: { Args: { matches_in_sample: number | null }; Returns: boolean };
  is_cover_of: { Args: { p_id: string | null; p_filename: string | null }; Returns: boolean };
  is_event_done: { Args: { p_id: string | null }; Returns: boolean };
  is_forgotten_reader: { Args: { p_uid: string | null }; Returns: boolean };
  is_last_owner: { Args: { p_uid: string | null }; Returns: boolean };
  is_put_off: { Args: { p_job: string | null; p_unit: string | null }; Returns: boolean };
  is_reserved_slug: { Args: { p_slug: string | null }; Returns: boolean };
  is_restored: { Args: Record<never, never>; Returns: boolean };
  is_subscribed: { Args: { p_email: string | null }; Returns: boolean };
  is_taken_back: { Args: { p_copy_id: string | null; p_also_pending: boolean | null }; Returns: boolean };
  is_told_once: { Args: { p_kind: string | null }; Returns: boolean };
  issue_past_receipts: { Args: Record<never, never>; Returns: undefined };
  keep_import_proof: { Args: { p_actor: unknown; p_id: string | null; p_upload_id: string | null; p_name: string | null }; Returns: boolean };
  keep_job: { Args: { p_name: string | null; p_holder: string | null; p_lease_seconds: number | null }; Returns: boolean };
  keep_letter: { Args: { p_letter_id: string | null; p_subscriber_id: string | null; p_claims: number | null }; Returns: undefined };
  keep_mail: { Args: { p_id: string | null; p_attempts: number | null; p_lease_seconds: number | null }; Returns: boolean };
  launch_books: { Args: { p_owner_email: string | null; p_zone: string | null }; Returns: boolean };
  leave_interest: { Args: { p_id: string | null }; Returns: unknown };
  letter_post: { Args: { p_post_id: string | null; p_locale: string | null }; Returns: unknown };
  list_admin_changes: { Args: { p_kind: string | null; p_actor: string | null; p_id: number | null; p_is_backwards: boolean | null; p_size: number | null }; Returns: unknown };
  list_admin_ebooks: { Args: { p_words: string | null; p_state: string | null; p_at: string | null; p_id: string | null; p_is_backwards: boolean | null; p_size: number | null }; Returns: unknown };
  list_admin_episodes: { Args: { p_words: string | null; p_filter: string | null; p_at: string | null; p_id: string | null; p_is_backwards: boolean | null; p_size: number | null }; Returns: unknown };
  list_admin_orders: { Args: { p_words: string | null; p_number: number | null; p_state: string | null; p_from: string | null; p_to: string | null; p_zone: string | null; p_at: string | null; p_id: string | null; p_is_backwards: boolean | null; p_size: number | null; p_coupon?: string | null }; Returns: unknown };
  list_admin_posts: { Args: { p_words: string | null; p_state: string | null; p_at: string | null; p_id: string | null; p_is_backwards: boolean | null; p_size: number | null }; Returns: unknown };
  list_admin_reviews: { Args: { p_state: string | null; p_ebook_id: string | null; p_stars: number | null; p_at: string | null; p_id: string | null; p_is_backwards: boolean | null; p_size: number | null }; Returns: unknown };
  list_assignees: { Args: Record<never, never>; Returns: unknown };
  list_bought_ebooks: { Args: { p_uid: string | null; p_ebook_ids: readonly string[] | null }; Returns: unknown };
  list_bundles: { Args: { p_is_archived?: boolean | null }; Returns: unknown };
  list_content_versions: { Args: { p_key: string | null; p_before: number | null; p_size: number | null }; Returns: unknown };
  list_copies_to_remove: { Args: { p_limit: number | null }; Returns: unknown };
  list_coupons: { Args: { p_is_archived: boolean | null; p_at: string | null; p_id: string | null; p_is_backwards: boolean | null; p_size: number | null }; Returns: unknown };
  list_due_drafts: { Args: Record<never, never>; Returns: unknown };
  list_earlier_uploads_to_read: { Args: { p_channel_id: string | null }; Returns: unknown };
  list_ebooks: { Args: { p_words: string | null; p_after_at: string | null; p_after_id: string | null; p_ids: readonly string[] | null; p_size: number | null }; Returns: unknown };
  list_ebooks_of_pix: { Args: { p_buyer_key: string | null; p_ebook_ids: readonly string[] | null; p_but: string | null }; Returns: unknown };
  list_episodes: { Args: { p_words: string | null; p_category: string | null; p_after_at: string | null; p_after_id: string | null; p_ids: readonly string[] | null; p_size: number | null }; Returns: unknown };
  list_gifts: { Args: { p_uid: string | null; p_order_id: string | null }; Returns: unknown };
  list_imports: { Args: { p_at: string | null; p_id: string | null; p_is_backwards: boolean | null; p_size: number | null }; Returns: unknown };
  list_kept_subjects: { Args: { p_id: string | null; p_after: string | null; p_size: number | null }; Returns: unknown };
  list_kept_versions: { Args: { p_id: string | null }; Returns: unknown };
  list_letters: { Args: { p_words: string | null; p_state: string | null; p_at: string | null; p_id: string | null; p_is_backwards: boolean | null; p_size: number | null; p_post_id?: string | null }; Returns: unknown };
  list_library: { Args: { p_uid: string | null; p_after_at: string | null; p_after_id: string | null; p_size: number | null }; Returns: unknown };
  list_listening_positions: { Args: { p_uid: string | null; p_most: number | null }; Returns: unknown };
  list_messages: { Args: { p_words: string | null; p_state: string | null; p_at: string | null; p_id: string | null; p_is_backwards: boolean | null; p_size: number | null; p_assigned_to?: string | null }; Returns: unknown };
  list_orders: { Args: { p_uid: string | null; p_after_at: string | null; p_after_id: string | null; p_size: number | null }; Returns: unknown };
  list_owner_tasks: { Args: { p_has_channel: boolean | null; p_zone: string | null; p_now?: string | null }; Returns: unknown };
  list_page_reports: { Args: { p_from: string | null }; Returns: unknown };
  list_pictures_due: { Args: { p_limit: number | null }; Returns: unknown };
  list_pictures_left: { Args: { p_limit: number | null }; Returns: unknown };
  list_post_versions: { Args: { p_id: string | null; p_locale: string | null; p_before: number | null; p_size: number | null }; Returns: unknown };
  list_posts: { Args: { p_locale: string | null; p_tag: string | null; p_after_at: string | null; p_after_id: string | null; p_size: number | null; p_is_mailed?: boolean | null }; Returns: unknown };
  list_purges_due: { Args: Record<never, never>; Returns: unknown };
  list_receipts: { Args: { p_from: string | null; p_to: string | null; p_zone: string | null; p_after_at: string | null; p_after_series: string | null; p_after_number: number | null; p_size: number | null }; Returns: unknown };
  list_refused_rows: { Args: { p_id: string | null; p_after: number | null; p_size: number | null }; Returns: unknown };
  list_reviews: { Args: { p_ebook_id: string | null; p_after_at: string | null; p_after_id: string | null; p_size: number | null }; Returns: unknown };
  list_sale_results: { Args: { p_ebook_id: string | null; p_size: number | null }; Returns: unknown };
  list_samples_due: { Args: { p_limit: number | null }; Returns: unknown };
  list_sessions_to_check: { Args: { p_limit: number | null }; Returns: unknown };
  list_sitemap_pages: { Args: { p_from: number | null; p_size: number | null }; Returns: unknown };
  list_subscribers: { Args: { p_words: string | null; p_state: string | null; p_at: string | null; p_id: string | null; p_is_backwards: boolean | null; p_size: number | null; p_source?: string | null }; Returns: unknown };
  list_taken_ids: { Args: { p_ids: readonly string[] | null }; Returns: unknown };
  list_team: { Args: Record<never, never>; Returns: unknown };
  list_unpriced_ebooks: { Args: { p_limit: number | null }; Returns: unknown };
  list_unseen_uploads: { Args: { p_channel_id: string | null; p_seen: readonly string[] | null }; Returns: unknown };
  list_unsold_ebooks: { Args: { p_buyer_keys: readonly string[] | null; p_own_ids: readonly string[] | null; p_ebook_ids: readonly string[] | null; p_but: string | null }; Returns: unknown };
  list_uploads_to_read: { Args: { p_uploads: unknown }; Returns: unknown };
  list_users: { Args: { p_words: string | null; p_at: string | null; p_number: number | null; p_is_backwards: boolean | null; p_size: number | null }; Returns: unknown };
  list_waiting_uploads: { Args: { p_ids: readonly string[] | null }; Returns: unknown };
  lock_ebook: { Args: { p_id: string | null; p_revision: number | null }; Returns: unknown };
  lock_episode: { Args: { p_id: string | null; p_revision: number | null }; Returns: unknown };
  lock_letter: { Args: { p_id: string | null; p_revision: number | null; p_states: readonly string[] | null }; Returns: unknown };
  lock_post: { Args: { p_id: string | null; p_revision: number | null; p_drafts?: unknown }; Returns: unknown };
  lock_promotions: { Args: { p_promotions: unknown; p_quote: unknown; p_uid: string | null; p_email: string | null; p_buyer_key: string | null; p_asked_at?: string | null }; Returns: unknown };
  lock_review: { Args: { p_id: string | null; p_revision: number | null }; Returns: unknown };
  lock_series: { Args: { p_revision: number | null }; Returns: unknown };
  lock_team: { Args: Record<never, never>; Returns: undefined };
  mail_stuck_since: { Args: { p_now: string | null }; Returns: string };
  mailbox_has_room: { Args: { p_recipient: string | null; p_kinds: readonly string[] | null; p_about: unknown }; Returns: boolean };
  mailbox_health: { Args: Record<never, never>; Returns: unknown };
  mailbox_of: { Args: { p_email: string | null }; Returns: string };
  make_draft: { Args: { p_kind: string | null; p_id: string | null; p_locale: string | null; p_title: string | null; p_lead: string | null; p_body: unknown }; Returns: undefined };
  map_import_product: { Args: { p_id: string | null; p_product: string | null; p_ebook_id: string | null }; Returns: boolean };
  mark_gifts: { Args: { p_copies: unknown; p_gifts: unknown }; Returns: unknown };
  mark_message: { Args: { p_actor: unknown; p_id: string | null; p_state: string | null; p_previous_state: string | null }; Returns: unknown };
  mark_spam: { Args: { p_actor: unknown; p_ids: readonly string[] | null }; Returns: number };
  may_change_team: { Args: { p_actor: unknown }; Returns: boolean };
  may_hand_letter: { Args: { p_letter_id: string | null; p_subscriber_id: string | null; p_claims: number | null }; Returns: string };
  message_due_by: { Args: { p_at: string | null; p_zone: string | null }; Returns: string };
  message_replies_json: { Args: { p_message_id: string | null }; Returns: unknown };
  misses_post_picture: { Args: { p_body: unknown }; Returns: boolean };
  missing_brand_picture: { Args: { p_body: unknown }; Returns: string };
  moderate_review: { Args: { p_actor: unknown; p_id: string | null; p_revision: number | null; p_reason: string | null }; Returns: unknown };
  move_address: { Args: { p_uid: string | null; p_from: string | null; p_to: string | null; p_locale: string | null }; Returns: undefined };
  move_letter: { Args: { p_actor: unknown; p_id: string | null; p_revision: number | null; p_move: string | null }; Returns: unknown };
  move_mailbox_cursor: { Args: { p_mailbox: string | null; p_uid_validity: string | null; p_uid: number | null; p_unread: number | null }; Returns: undefined };
  move_series_step: { Args: { p_actor: unknown; p_revision: number | null; p_id: string | null; p_after_days: number | null }; Returns: unknown };
  name_taken: { Args: { p_filename: string | null }; Returns: unknown };
  next_site_day: { Args: Record<never, never>; Returns: string };
  next_span: { Args: { p_span: string | null; p_at: string | null; p_zone: string | null }; Returns: string };
  note_admin_change: { Args: { p_actor: unknown; p_action: string | null; p_subject_kind: string | null; p_subject_id: string | null; p_before: unknown; p_after: unknown }; Returns: undefined };
  note_balance: { Args: { p_fees: unknown; p_disputes: unknown; p_after_id: string | null }; Returns: undefined };
  note_doctor_run: { Args: { p_service: string | null; p_is_well: boolean | null; p_found?: unknown }; Returns: string };
  note_failed_work: { Args: { p_job: string | null; p_unit: string | null; p_label: string | null; p_error: string | null; p_is_outage: boolean | null }; Returns: number };
  note_jobs: { Args: { p_jobs: unknown }; Returns: undefined };
  note_letter_bounce: { Args: { p_letter_id: string | null; p_subscriber_id: string | null; p_is_gone: boolean | null; p_reason: string | null }; Returns: string };
  note_letter_complaint: { Args: { p_letter_id: string | null; p_subscriber_id: string | null }; Returns: string };
  note_letter_failure: { Args: { p_letter_id: string | null; p_error: string | null; p_by: string | null }; Returns: undefined };
  note_letter_test: { Args: { p_id: string | null; p_digest: string | null }; Returns: unknown };
  note_mail_bounce: { Args: { p_mark: string | null; p_is_gone: boolean | null; p_reason: string | null }; Returns: string };
  note_news: { Args: { p_kind: string | null; p_id: string | null }; Returns: undefined };
  note_person: { Args: { p_actor: unknown; p_id: string | null; p_note: string | null; p_previous_note: string | null }; Returns: string };
  note_person_export: { Args: { p_actor: unknown; p_id: string | null }; Returns: undefined };
  note_postponed: { Args: { p_id: string | null }; Returns: undefined };
  notify_team: { Args: { p_kind: string | null; p_subject: string | null; p_letter: string | null; p_payload: unknown; p_by: string | null; p_owner_email: string | null }; Returns: undefined };
  offer_admin_code: { Args: { p_digest: string | null; p_hours: number | null; p_is_first: boolean | null }; Returns: boolean };
  offer_slug: { Args: { p_id: string | null; p_slug: string | null }; Returns: string };
  open_order: { Args: { p_buyer_uid: string | null; p_buyer_email: string | null; p_buyer_name: string | null; p_locale: string | null; p_currency: string | null; p_attempt_id: string | null; p_terms_version: string | null; p_quote: unknown; p_came_from?: unknown; p_gifts?: unknown; p_guest_digest?: string | null; p_promotions?: unknown; p_ui?: string | null; p_asked_at?: string | null; p_browser_digest?: string | null }; Returns: unknown };
  open_person: { Args: { p_kind: string | null; p_id: string | null }; Returns: string };
  order_coupon: { Args: { p_order_id: string | null }; Returns: unknown };
  order_mail_kinds: { Args: Record<never, never>; Returns: readonly string[] };
  own_picture_key: { Args: { p_id: string | null; p_version: string | null }; Returns: string };
  owner_addresses: { Args: Record<never, never>; Returns: string[] };
  owners_of: { Args: { p_ebook_id: string | null }; Returns: string[] };
  page_now: { Args: { p_path: string | null }; Returns: string };
  pause_letters: { Args: Record<never, never>; Returns: undefined };
  pause_series: { Args: Record<never, never>; Returns: undefined };
  pdf_key_of: { Args: { p_filename: string | null }; Returns: string };
  pending_orders_of_book: { Args: { p_ebook_id: string | null }; Returns: number };
  personal_gifts: { Args: { p_uid: string | null; p_email: string | null }; Returns: unknown };
  personal_interest: { Args: { p_email: string | null }; Returns: unknown };
  personal_letters: { Args: { p_email: string | null }; Returns: unknown };
  personal_reviews: { Args: { p_uid: string | null }; Returns: unknown };
  personal_subscription: { Args: { p_email: string | null }; Returns: unknown };
  plan_prices: { Args: { p_ebook_id: string | null; p_currency: string | null }; Returns: undefined };
  plan_purges: { Args: { p_tag: string | null; p_moments: readonly string[] | null }; Returns: undefined };
  post_pictures_of: { Args: { p_body: unknown }; Returns: string[] };
  postpone_mail: { Args: { p_id: string | null; p_seconds: number | null; p_error: string | null }; Returns: undefined };
  postpone_picture: { Args: { p_id: string | null }; Returns: undefined };
  prepare_letter: { Args: { p_id: string | null; p_size: number | null }; Returns: boolean };
  preview_ebook_sale: { Args: { p_actor: unknown; p_id: string | null; p_revision: number | null; p_sale: unknown }; Returns: unknown };
  preview_episode: { Args: { p_id: string | null; p_ebooks: readonly string[] | null }; Returns: unknown };
  preview_post: { Args: { p_id: string | null; p_locale: string | null }; Returns: unknown };
  price_before: { Args: { p_ebook_id: string | null; p_currency: string | null; p_at: string | null }; Returns: number };
  prices_below_sale: { Args: { p_ebook_id: string | null; p_prices: unknown; p_suggested?: unknown }; Returns: readonly string[] };
  publish_content: { Args: { p_key: string | null; p_expected: number | null; p_body: unknown; p_actor: unknown; p_subject_kind: string | null; p_default: unknown; p_restored_from: number | null }; Returns: unknown };
  publish_due_posts: { Args: Record<never, never>; Returns: number };
  publish_post: { Args: { p_actor: unknown; p_id: string | null; p_revision: number | null; p_drafts: unknown; p_publish_at: string | null; p_visibility?: string | null }; Returns: unknown };
  put_post_on_site: { Args: { p_id: string | null; p_by: string | null }; Returns: undefined };
  quota_reset: { Args: { p_at: string | null }; Returns: string };
  read_import: { Args: { p_id: string | null }; Returns: unknown };
  receipt_lines: { Args: { p_order_id: string | null; p_is_left: boolean | null }; Returns: unknown };
  receipt_name: { Args: { p_order_id: string | null }; Returns: string };
  receive_free_order: { Args: { p_uid: string | null; p_order_id: string | null }; Returns: unknown };
  recount: { Args: Record<never, never>; Returns: undefined };
  recount_days: { Args: { p_zone: string | null; p_orders: number | null }; Returns: boolean };
  refuse_import: { Args: { p_id: string | null; p_problem: string | null }; Returns: undefined };
  refuse_letter: { Args: { p_letter_id: string | null; p_subscriber_id: string | null; p_claims: number | null; p_error: string | null; p_is_recipient: boolean | null }; Returns: boolean };
  remind_of_launches: { Args: { p_owner_email: string | null }; Returns: number };
  remove_ebook: { Args: { p_actor: unknown; p_id: string | null }; Returns: string };
  remove_member: { Args: { p_actor: unknown; p_uid: string | null }; Returns: string };
  remove_old_days: { Args: { p_rows: number | null }; Returns: boolean };
  renew_gift: { Args: { p_uid: string | null; p_order_id: string | null; p_gift_id: string | null }; Returns: boolean };
  renew_order_link: { Args: { p_actor: unknown; p_order_id: string | null }; Returns: unknown };
  replace_ebook_cover: { Args: { p_actor: unknown; p_id: string | null; p_revision: number | null; p_cover_id: string | null; p_cover_color: string | null }; Returns: unknown };
  replace_ebook_pdf: { Args: { p_actor: unknown; p_id: string | null; p_revision: number | null; p_pdf_id: string | null; p_pages: number | null; p_tell_owners: boolean | null; p_has_outline?: boolean | null; p_bytes?: number | null }; Returns: unknown };
  replace_receipt: { Args: { p_actor: unknown; p_order_id: string | null; p_number: number | null; p_name: string | null; p_tax_id: unknown }; Returns: unknown };
  reply_to_message: { Args: { p_actor: unknown; p_id: string | null; p_attempt_id: string | null; p_body: string | null; p_last_reply_id: string | null }; Returns: unknown };
  reply_to_review: { Args: { p_actor: unknown; p_id: string | null; p_revision: number | null; p_reply: string | null }; Returns: unknown };
  request_refund: { Args: { p_uid: string | null; p_order_id: string | null; p_reason: string | null; p_owner_email: string | null }; Returns: unknown };
  request_subscription: { Args: { p_email: string | null; p_locale: string | null; p_source: string | null; p_consent_version: string | null }; Returns: boolean };
  resend_gift: { Args: { p_actor: unknown; p_order_id: string | null; p_gift_id: string | null }; Returns: boolean };
  resend_mail_as_admin: { Args: { p_actor: unknown; p_order_id: string | null }; Returns: unknown };
  resend_order_link: { Args: { p_order_id: string | null }; Returns: undefined };
  resend_purchase_mail: { Args: { p_uid: string | null; p_order_id: string | null }; Returns: unknown };
  restart_balance_reading: { Args: Record<never, never>; Returns: undefined };
  restore_ebook_pdf: { Args: { p_actor: unknown; p_id: string | null; p_revision: number | null; p_version: number | null; p_tell_owners: boolean | null }; Returns: unknown };
  restore_post_version: { Args: { p_actor: unknown; p_id: string | null; p_revision: number | null; p_locale: string | null; p_version: number | null; p_drafts?: unknown }; Returns: unknown };
  restore_rows: { Args: { p_table: string | null; p_lines: string | null }; Returns: undefined };
  restore_structure: { Args: Record<never, never>; Returns: number };
  retire_file: { Args: { p_key: string | null; p_kind: string | null; p_after: string | null }; Returns: undefined };
  review_standing: { Args: { p_uid: string | null; p_ebook_id: string | null }; Returns: unknown };
  rule: { Args: { p_name: string | null }; Returns: string };
  sale_before_json: { Args: { p_ebook_id: string | null }; Returns: unknown };
  sale_json: { Args: { p_ebook_id: string | null }; Returns: unknown };
  sample_json: { Args: { p_ebook_id: string | null }; Returns: unknown };
  sampling_json: { Args: { p_ebook_id: string | null }; Returns: unknown };
  save_bundle: { Args: { p_actor: unknown; p_id: string | null; p_revision: number | null; p_terms: unknown }; Returns: unknown };
  save_contact_message: { Args: { p_attempt_id: string | null; p_name: string | null; p_email: string | null; p_subject: string | null; p_message: string | null; p_locale: string | null; p_owner_email: string | null }; Returns: unknown };
  save_content_draft: { Args: { p_key: string | null; p_body: unknown }; Returns: string };
  save_coupon: { Args: { p_actor: unknown; p_id: string | null; p_revision: number | null; p_terms: unknown }; Returns: unknown };
  save_kept_cart: { Args: { p_uid: string | null; p_revision: number | null; p_lines: unknown }; Returns: unknown };
  save_listening_position: { Args: { p_uid: string | null; p_episode_id: string | null; p_seconds: number | null; p_heard_at: string | null }; Returns: unknown };
  save_picture: { Args: { p_id: string | null; p_source: string | null; p_version: string | null; p_color: string | null }; Returns: undefined };
  save_post_draft: { Args: { p_actor: unknown; p_id: string | null; p_locale: string | null; p_revision: number | null; p_title: string | null; p_lead: string | null; p_body: unknown }; Returns: unknown };
  save_reading_position: { Args: { p_uid: string | null; p_ebook_id: string | null; p_page: number | null; p_read_at?: string | null }; Returns: boolean };
  save_receipt_buyer: { Args: { p_uid: string | null; p_name: string | null; p_tax_id: unknown }; Returns: undefined };
  save_review: { Args: { p_uid: string | null; p_ebook_id: string | null; p_stars: number | null; p_text: string | null; p_name: string | null; p_locale: string | null; p_waits: boolean | null; p_revision: number | null }; Returns: string };
  save_unstamped_file: { Args: { p_filename: string | null; p_version: string | null; p_title: string | null; p_reason: string | null; p_owner_email: string | null }; Returns: boolean };
  save_uploads: { Args: { p_episodes: unknown; p_clips: unknown; p_gone: readonly string[] | null; p_channel_id?: string | null }; Returns: boolean };
  schedule_letter: { Args: { p_actor: unknown; p_id: string | null; p_revision: number | null; p_at: string | null; p_has_stepped_up: boolean | null; p_limits: unknown }; Returns: unknown };
  search_admin: { Args: { p_words: string | null; p_number: number | null; p_kinds: readonly string[] | null; p_size: number | null }; Returns: unknown };
  search_patterns: { Args: { words: string | null }; Returns: readonly string[] };
  search_words: { Args: { p_words: string | null; p_as_written: boolean | null }; Returns: readonly string[] };
  send_daily_notices: { Args: { p_zone: string | null; p_now?: string | null }; Returns: number };
  send_dispute_letters: { Args: { p_owner_email: string | null; p_now?: string | null }; Returns: number };
  send_gift: { Args: { p_uid: string | null; p_order_id: string | null; p_gift_id: string | null; p_name: string | null; p_email: string | null; p_message: string | null; p_day: string | null; p_zone: string | null; p_giver?: string | null; p_ends_link?: boolean | null }; Returns: unknown };
  send_owner_alerts: { Args: { p_recipient: string | null; p_has_channel: boolean | null; p_now?: string | null }; Returns: unknown };
  send_payment_reminders: { Args: { p_now?: string | null }; Returns: number };
  send_test_email: { Args: { p_locale: string | null; p_actor: unknown }; Returns: string };
  series_changed: { Args: Record<never, never>; Returns: unknown };
  set_ebook_launch: { Args: { p_actor: unknown; p_id: string | null; p_revision: number | null; p_at: string | null; p_is_sold?: boolean | null }; Returns: unknown };
  set_ebook_pdf: { Args: { p_actor: unknown; p_id: string | null; p_key: string | null; p_pages: number | null; p_has_outline: boolean | null; p_bytes: number | null; p_tell_owners: boolean | null; p_restored_version: number | null }; Returns: unknown };
  set_ebook_prices: { Args: { p_id: string | null; p_prices: unknown; p_suggested?: unknown }; Returns: undefined };
  set_ebook_sale: { Args: { p_actor: unknown; p_id: string | null; p_revision: number | null; p_sale: unknown }; Returns: unknown };
  set_ebook_sample: { Args: { p_actor: unknown; p_id: string | null; p_range: unknown }; Returns: string };
  set_episode_picture: { Args: { p_actor: unknown; p_id: string | null; p_revision: number | null; p_upload_id: string | null; p_color: string | null }; Returns: unknown };
  set_subscription: { Args: { p_email: string | null; p_subscribed: boolean | null; p_locale: string | null; p_consent_version: string | null }; Returns: boolean };
  set_team_notices: { Args: { p_uid: string | null; p_notices: unknown }; Returns: unknown };
  settle_free: { Args: { p_order_id: string | null }; Returns: unknown };
  settle_order: { Args: { p_order_id: string | null; p_sync_no: number | null; p_state: string | null; p_payment_intent_id: string | null; p_refunded_minor: number | null; p_paid_at: string | null; p_country?: string | null; p_refunds?: unknown; p_refund_pending_minor?: number | null; p_facts?: unknown }; Returns: unknown };
  settle_review: { Args: { p_uid: string | null; p_ebook_id: string | null }; Returns: undefined };
  settle_rights: { Args: { p_uid: string | null; p_ebook_ids: readonly string[] | null }; Returns: undefined };
  shown_calendar: { Args: Record<never, never>; Returns: number };
  sign_out_everywhere: { Args: { p_uid: string | null }; Returns: string };
  site_day: { Args: Record<never, never>; Returns: string };
  skip_setup_step: { Args: { p_actor: unknown; p_step: string | null; p_is_skipped: boolean | null }; Returns: undefined };
  slug_words: { Args: { title: string | null }; Returns: string };
  snooze_task: { Args: { p_actor: unknown; p_kind: string | null; p_subject: string | null; p_until: string | null; p_zone: string | null }; Returns: undefined };
  sold_currencies: { Args: Record<never, never>; Returns: readonly string[] };
  span_start: { Args: { p_span: string | null; p_at: string | null; p_zone: string | null }; Returns: string };
  stars_json: { Args: { p_ebook_id: string | null }; Returns: unknown };
  start_import: { Args: { p_actor: unknown; p_id: string | null }; Returns: boolean };
  step_of_letter: { Args: { p_letter_id: string | null }; Returns: number };
  stop_review_reminders: { Args: { p_id: string | null }; Returns: unknown };
  suppress_subscriber: { Args: { p_id: string | null; p_reason: string | null }; Returns: undefined };
  sweep: { Args: Record<never, never>; Returns: undefined };
  sweep_gifts: { Args: Record<never, never>; Returns: undefined };
  sweep_guest_orders: { Args: Record<never, never>; Returns: undefined };
  sweep_interest: { Args: Record<never, never>; Returns: undefined };
  sweep_kept_carts: { Args: Record<never, never>; Returns: undefined };
  sweep_letters: { Args: Record<never, never>; Returns: undefined };
  sweep_page_reports: { Args: Record<never, never>; Returns: undefined };
  sweep_reviews: { Args: Record<never, never>; Returns: undefined };
  sweep_series: { Args: Record<never, never>; Returns: undefined };
  sweep_visits: { Args: Record<never, never>; Returns: undefined };
  switch_series: { Args: { p_actor: unknown; p_revision: number | null; p_is_on: boolean | null; p_takes_imports: boolean | null; p_has_stepped_up: boolean | null; p_step_up_from: number | null }; Returns: unknown };
  take_back_book: { Args: { p_actor: unknown; p_id: string | null; p_order_id: string | null }; Returns: boolean };
  take_back_imported_book: { Args: { p_actor: unknown; p_id: string | null; p_purchase_id: string | null }; Returns: boolean };
  take_hit: { Args: { p_bucket: string | null; p_window_seconds: number | null; p_limit: number | null }; Returns: unknown };
  take_job: { Args: { p_name: string | null; p_holder: string | null; p_lease_seconds: number | null; p_interval_seconds: number | null }; Returns: unknown };
  take_jobs: { Args: { p_holder: string | null; p_jobs: unknown }; Returns: unknown };
  take_out_series_step: { Args: { p_actor: unknown; p_revision: number | null; p_id: string | null }; Returns: unknown };
  take_over_orders: { Args: { p_uid: string | null; p_verified_email: string | null; p_with_unpaid?: boolean | null }; Returns: undefined };
  take_spares_back: { Args: { p_uid: string | null; p_ebook_ids: readonly string[] | null }; Returns: undefined };
  take_upload: { Args: { p_id: string | null; p_kind: string | null }; Returns: string };
  tell_of_interest: { Args: { p_limit: number | null }; Returns: boolean };
  tell_of_launch: { Args: { p_limit: number | null }; Returns: boolean };
  tell_of_password: { Args: { p_uid: string | null; p_email: string | null; p_locale: string | null }; Returns: undefined };
  terms: { Args: { value: string | null }; Returns: readonly string[] };
  terms_of: { Args: { p_copies: unknown; p_with_prices: boolean | null }; Returns: string };
  to_search_text: { Args: { value: string | null }; Returns: string };
  top_books: { Args: { p_from: string | null; p_to: string | null; p_size: number | null }; Returns: unknown };
  totals_zone: { Args: Record<never, never>; Returns: string };
  try_write: { Args: Record<never, never>; Returns: undefined };
  undo_import: { Args: { p_actor: unknown; p_id: string | null }; Returns: boolean };
  undo_portion: { Args: { p_id: string | null; p_size: number | null }; Returns: boolean };
  undo_reply: { Args: { p_actor: unknown; p_message_id: string | null; p_reply_id: string | null }; Returns: unknown };
  unsubscribe: { Args: { p_id: string | null; p_letter_id?: string | null }; Returns: unknown };
  until_next_check: { Args: { p_since: string | null }; Returns: string };
  upsert_user: { Args: { p_uid: string | null; p_email: string | null; p_verified_email: string | null; p_name: string | null; p_photo_url: string | null; p_is_by_google?: boolean | null; p_locale?: string | null; p_issued_at?: string | null }; Returns: boolean };
  use_stamped_copy: { Args: { p_key: string | null; p_order_id: string | null; p_ebook_id: string | null; p_filename: string | null; p_version: string | null }; Returns: string };
  visit_name: { Args: { p_kind: string | null; p_name: string | null }; Returns: number };
  walked_rows: { Args: Record<never, never>; Returns: number };
  withdraw_invitation: { Args: { p_actor: unknown; p_id: string | null }; Returns: string };
  withdraw_post: { Args: { p_actor: unknown; p_id: string | null; p_revision: number | null }; Returns: unknown };
  word_patterns: { Args: { p_words: string | null; p_as_written: boolean | null }; Returns: readonly string[] };
  words_condition: { Args: { p_column: string | null; p_words: string | null; p_indexed: boolean | null }; Returns: string };
  write_gifts: { Args: { p_order_id: string | null; p_copies: unknown }; Returns: undefined };
  write_step: { Args: { p_id: string | null; p_post_revision: number | null; p_frozen: unknown }; Returns: boolean };
};
