-- Nothing happens to an order twice at the same moment.
alter table public.order_events add constraint order_events_once unique (order_id, kind, happened_at);
drop index public.order_events_of_order;
