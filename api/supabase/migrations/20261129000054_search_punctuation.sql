-- Punctuation around the words of a search is left out, and a phrase in quotation marks is looked for as a phrase.
-- The words of a search, as to_search_text() writes them: all of them as one when `p_as_written`, else each word, and a phrase in quotation
-- marks as one. Punctuation around words is left out, unless there is nothing else. Null without words.
create function public.search_words(p_words text, p_as_written boolean) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_marks constant text := ' ,.;:!?()[]…¿¡''"';
  v_text text := btrim(public.to_search_text(translate(p_words, '“”„«»', '"""""')));
  v_words text[];
begin
  if p_as_written then
    v_words := array[btrim(regexp_replace(replace(v_text, '"', ' '), ' +', ' ', 'g'), v_marks)];
  else
    select array_agg(distinct btrim(coalesce(m.found[1], m.found[2]), v_marks)) into v_words
      from regexp_matches(v_text, '"([^"]+)"|([^" ,;!?…]+)', 'g') m (found);
  end if;
  return nullif(coalesce(nullif(array_remove(v_words, ''), '{}'), array_remove(array[v_text], '')), '{}');
end
$$;

create or replace function public.word_patterns(p_words text, p_as_written boolean) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select array_agg(case when char_length(w.word) < 3 then '% ' else '%' end || regexp_replace(w.word, '([\\%_])', '\\\1', 'g') || '%')
      from unnest(public.search_words(p_words, p_as_written)) w (word));
end
$$;

create or replace function public.index_patterns(p_words text, p_as_written boolean) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return public.search_patterns((
    select w.word from unnest(public.search_words(p_words, p_as_written)) w (word) order by char_length(w.word) desc limit 1));
end
$$;

create or replace function public.words_condition(p_column text, p_words text, p_indexed boolean) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    with words as (
      select distinct w.word, char_length(w.word) >= 3 as is_long
        from unnest(public.search_words(p_words, false)) w (word)
    ), conditions as (
      select format('(%s)', string_agg(format('%s like %L',
          case when p_indexed and (w.is_long or not exists (select from words x where x.is_long)) then p_column else p_column || ' || ''''' end,
          pattern), ' or ' order by pattern)) as condition, w.word
        from words w, unnest(public.search_patterns(w.word)) pattern group by w.word
    )
    select string_agg(c.condition, ' and ' order by c.word) from conditions c);
end
$$;
