// The counts of a fleet, which are themselves its filters.
import type { Row } from "countersign/store";
import { useEffect } from "react";
import { go, type Place } from "../place";
import { Sign } from "../parts/status";
import { ATTENTION, ATTENTION_WORDS, DISPOSITIONS, LIFECYCLES, sentence } from "../words";
import type { Counts, Filter } from "./counts";

const DISPOSED = Object.keys(DISPOSITIONS) as (keyof typeof DISPOSITIONS)[];

export function filterOf({ query }: Place): Filter {
  const { lifecycle, attention, display, disposition } = query;
  return {
    lifecycle: LIFECYCLES.find((name) => name === lifecycle) ?? null,
    attention: ATTENTION.find((name) => name === attention) ?? null,
    display: (display as Row["display"] | undefined) ?? null,
    disposition: DISPOSED.find((name) => name === disposition) ?? null,
  };
}

/** The place with one filter changed, or without it. */
export function filtered(place: Place, key: string, value: string | null): Place {
  const { [key]: _, ...rest } = place.query;
  return { ...place, query: value === null || value === "" ? rest : { ...rest, [key]: value } };
}

/** Takes out of the address what no chip stands for. */
export function useKnown(place: Place, known: Readonly<Record<string, readonly string[]>>): void {
  const unknown = Object.keys(place.query).find((key) => known[key]?.includes(place.query[key] ?? "") === false);
  useEffect(() => {
    if (unknown !== undefined) go(filtered(place, unknown, null), { replace: true });
  }, [place, unknown]);
}

const CHIPS = { lifecycle: LIFECYCLES, attention: ATTENTION, disposition: DISPOSED };

export function Filters({ place, counts }: { place: Place; counts: Counts | null }) {
  const filter = filterOf(place);
  useKnown(place, CHIPS);
  const isKnown = LIFECYCLES.some((name) => filter.display && counts?.display[name]?.[filter.display]);
  const disposed = DISPOSED.filter((name) => counts?.disposition[name] !== undefined || filter.disposition === name);
  return (
    <div className="filters">
      <Group title="Attention">
        {ATTENTION.map((name) => (
          <Chip
            key={name}
            place={place}
            by="attention"
            value={name}
            is={filter.attention === name}
            many={counts?.attention[name]}
          >
            <Sign attention={name} />
            {ATTENTION_WORDS[name]}
          </Chip>
        ))}
      </Group>
      <div className="others">
        <Group title="Lifecycle">
          {LIFECYCLES.map((name) => (
            <Chip
              key={name}
              place={place}
              by="lifecycle"
              value={name}
              is={filter.lifecycle === name}
              many={counts?.lifecycle[name]}
            >
              {sentence(name)}
            </Chip>
          ))}
        </Group>
        <label className="pick">
          Status
          <select value={filter.display ?? ""} onChange={({ target }) => go(filtered(place, "display", target.value))}>
            <option value="">all</option>
            {filter.display && !isKnown && <option value={filter.display}>{sentence(filter.display)} (0)</option>}
            {LIFECYCLES.map((name) => {
              const displays = Object.entries(counts?.display[name] ?? {}).sort();
              return (
                displays.length > 0 && (
                  <optgroup key={name} label={sentence(name)}>
                    {displays.map(([display, many]) => (
                      <option key={display} value={display}>
                        {`${sentence(display)} (${many.toLocaleString("en")})`}
                      </option>
                    ))}
                  </optgroup>
                )
              );
            })}
          </select>
        </label>
        {disposed.length > 0 && (
          <Group title="Declined">
            <span className="quiet" aria-hidden="true">
              Declined
            </span>
            {disposed.map((name) => (
              <Chip
                key={name}
                place={place}
                by="disposition"
                value={name}
                is={filter.disposition === name}
                many={counts?.disposition[name]}
              >
                {DISPOSITIONS[name]}
              </Chip>
            ))}
          </Group>
        )}
      </div>
    </div>
  );
}

export function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="group" role="group" aria-label={title}>
      {children}
    </div>
  );
}

interface ChipProps {
  place: Place;
  by: string;
  value: string;
  is: boolean;
  many: number | undefined;
  children: React.ReactNode;
}

export function Chip({ place, by, value, is, many = 0, children }: ChipProps) {
  return (
    <button
      type="button"
      className="chip"
      aria-pressed={is}
      data-none={many === 0 && !is ? "" : undefined}
      onClick={() => go(filtered(place, by, is ? null : value))}
    >
      {children}
      <span className="many">{many.toLocaleString("en")}</span>
    </button>
  );
}
