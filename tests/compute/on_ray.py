"""What a pool on a cluster answers, as JSON: run with the address and a file that does not exist yet."""

import json
import sys

from compute import jobs
from quintet.compute import Pool, open_pool


def answers(pool: Pool) -> dict[str, object]:
    return {done.key: done.error or done.value for done in pool.gather()}


def main(address: str, mark: str) -> None:
    with open_pool(cluster=address) as pool:
        pool.submit("victim", jobs.die_first, mark)
        pool.submit("bad", jobs.fail, "expected a board")
        for number in range(20):
            pool.submit(str(number), jobs.double, number)
        first, retried = answers(pool), pool.progress.retried
        pool.submit("long", jobs.sleep, 600.0)
        pool.submit("quick", jobs.double, 1)
        cancelled = []
        for done in pool.gather():
            cancelled.append(done.key)
            pool.cancel()
        pool.submit("long", jobs.double, 3)
        print(json.dumps({"first": first, "retried": retried, "cancelled": cancelled, "after": answers(pool)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
